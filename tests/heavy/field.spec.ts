import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { freePort } from '@site/backend/testing/freePort';
import { previewRelease } from '@site/platform';
import { parseReport } from '@site/platform/field/parseReport';
import { FIELD_ADDRESS, type FieldReport } from '@site/shared/field';
import { runCommand, startCommand, type RunningCommand } from '../documents/testing/runCommand';
import { openHydrated } from '../browser/hydrated';
import { navigateTo } from '../browser/navigateTo';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, siteUrl, test } from '../browser/test';

const repository = resolve(import.meta.dirname, '../..');

/** How long it may take until an error is listed after its page has been left, in milliseconds. */
const READABLE = 120_000;

const BROKEN = 'src/pages/about/AboutPage.tsx';

test.describe.configure({ mode: 'serial' });

let site: RunningSite;
let field: string;
let broken: string;
let brokenLine: number;
let hosts: Host[];

const DEPLOY = 'node --import ./platform/preload.mjs platform/cli/deployCli.ts';

const run = (command: string) =>
  runCommand(`${DEPLOY} ${command} --to ${site.directory}`, { directory: repository });

/** A process that serves the store, and a proxy in front of it that records the reports that pages send. */
interface Host {
  /** The address of the proxy. */
  url: string;
  directUrl: string;
  port: number;
  server: RunningCommand;
  reports: FieldReport[];
  stop: () => Promise<unknown>;
}

async function startHost(): Promise<Host> {
  const port = await freePort();
  const server = startCommand(`exec ${DEPLOY} serve --to ${site.directory} --field ${field}`, {
    directory: repository,
    env: { PORT: String(port) },
  });
  await server.waitForOutput(/The site is at/);
  const reports: FieldReport[] = [];
  // A page sends its report when it is left. Playwright does not see that request, so a proxy records the report.
  const proxy = createServer((incoming, response) => {
    void (async () => {
      const body = await buffer(incoming);
      if (incoming.url === FIELD_ADDRESS) reports.push(parseReport(body) as FieldReport);
      const { method, url: path, headers } = incoming;
      const outgoing = request({ port, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy()).end(body);
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    directUrl: `http://127.0.0.1:${port}`,
    port,
    server,
    reports,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      return server.stop();
    },
  };
}

/**
 * Builds the studio's remote with an error that only occurs in browsers.
 *
 * @returns `folder`: the remote's folder; `line`: the error's line number in `BROKEN`
 */
async function buildBroken(): Promise<{ folder: string; line: number }> {
  const home = join(repository, '.local', `broken-${process.pid}`);
  const folder = join(home, 'studio-remote');
  await mkdir(home, { recursive: true });
  await cp(join(repository, 'studio-remote'), folder, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  for (const name of ['webpack.common.ts', 'tsconfig.json'])
    await writeFile(
      join(home, name),
      (await readFile(join(repository, name), 'utf8')).replaceAll("'./platform", "'../../platform"),
    );
  const source = await readFile(join(folder, BROKEN), 'utf8');
  const start = 'export function AboutPage() {\n';
  const error = `  if (typeof document !== 'undefined') setTimeout(() => { throw new RangeError('typed words'); });\n`;
  await writeFile(join(folder, BROKEN), source.replace(start, start + error));
  const line = source.slice(0, source.indexOf(start)).split('\n').length + 1;
  const webpack = createRequire(import.meta.url).resolve('webpack-cli/bin/cli.js');
  await promisify(execFile)(process.execPath, ['--import', 'tsx', webpack], { cwd: folder });
  return { folder, line };
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await copySite();
  field = `${site.directory}-field`;
  ({ folder: broken, line: brokenLine } = await buildBroken());
  hosts = await Promise.all([startHost(), startHost()]);
});
test.afterAll(async () => {
  for (const { stop } of hosts) await stop();
  await site.stop();
  await rm(resolve(broken, '..'), { recursive: true });
  await rm(field, { recursive: true });
});

async function openAtRest(page: Page, address: string): Promise<void> {
  const script = page.waitForResponse(/\/field\.js$/);
  await openHydrated(page, address);
  await (await script).finished();
  await page.waitForLoadState('networkidle');
}

test('Field: an error of a broken build on two hosts is listed with its source file and line', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const deployment = startCommand(
    `exec ${DEPLOY} --build ${join(broken, 'dist/production')} --backend ${siteUrl('SITE_BACKEND_URL')} --wait-for-errors --to ${site.directory}`,
    { directory: repository },
  );
  await deployment.waitForOutput(/Waiting 120 s/);
  const page = await browser.newPage();
  for (const { url } of [...hosts, ...hosts.slice(0, 1)]) {
    await openAtRest(page, `${url}/about`);
    await page.goto('about:blank');
  }
  const listReports = () => hosts.flatMap(({ reports }) => reports);
  await expect.poll(() => listReports().length).toBe(3);
  await page.close();
  const reports = listReports();
  expect(reports[0]).toMatchObject({ route: '/about', how: 'navigate', cls: 0, failures: {} });
  expect(reports[0]?.lcp).toBeGreaterThan(0);
  expect(reports[0]?.errors).toHaveLength(1);
  expect(JSON.stringify(reports)).not.toContain('typed words');

  const place = `RangeError at studio-remote/${BROKEN}:${brokenLine}`;
  const line = new RegExp(`3 loads  ${place}, first on /about`);
  const errors = () => run(`releases --errors studio-remote --field ${field}`);
  await expect.poll(errors, { timeout: READABLE, intervals: [2000] }).toMatch(line);
  await deployment.waitForOutput(
    new RegExp(
      `New error in studio-remote [\\da-f]{4}, \\d loads?, absent before: ${place}. Undo it: npm run deploy -- rollback studio-remote`,
    ),
  );
  const releases = await run(`releases --field ${field}`);
  expect(releases).toMatch(
    /studio-remote [\da-f]{4}: 3 loads, too few; before, [\da-f]{4}: 0 loads, too few/,
  );
  const [day = ''] = (await readdir(field)).filter((name) => name !== 'field.html');
  expect(await readdir(join(field, day))).toHaveLength(2);
});

test('Field: field.html opens from disk and contains no scripts', async ({ page }) => {
  await page.goto(`file://${join(field, 'field.html')}`);
  await expect(page.getByRole('rowheader', { name: /^studio-remote/ })).toBeVisible();
  expect(await page.locator('script').count()).toBe(0);
});

const SILENT: Record<string, (context: BrowserContext, page: Page, url: string) => Promise<void>> = {
  'the browser sends Global Privacy Control': async (context, page, url) => {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    await openAtRest(page, url);
  },
  'the browser sends Do Not Track': async (context, page, url) => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }));
    await openAtRest(page, url);
  },
  'the visitor has objected with one click': async (_context, page, url) => {
    await openHydrated(page, `${url}/privacy`);
    await page.getByRole('button', { name: 'Don’t send reports' }).click();
    await expect(page.getByText('This browser sends us no reports.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await openAtRest(page, url);
  },
  'the page is one of MiCora’s': (_context, page, url) => openAtRest(page, `${url}/micora/tos`),
};

/**
 * Visits the first host and returns that visit's reports. Before returning, makes a second visit, which always sends a
 * report. Once the second visit's report has arrived, all reports from the first visit have arrived, too.
 */
async function visit(
  browser: Browser,
  act: (context: BrowserContext, page: Page, url: string) => Promise<void>,
): Promise<FieldReport[]> {
  const [{ url, reports }] = hosts as [Host];
  reports.length = 0;
  for (const one of [act, (_context: BrowserContext, page: Page) => openAtRest(page, `${url}/contact`)]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await one(context, page, url);
    await page.goto('about:blank');
    if (one !== act) await expect.poll(() => reports.at(-1)?.route).toBe('/contact');
    await context.close();
  }
  return reports.slice(0, -1);
}

for (const [reason, act] of Object.entries(SILENT))
  test(`Field: a page reports nothing if ${reason}`, async ({ browser }) => {
    expect(await visit(browser, act)).toEqual([]);
  });

test('Field: a page reports what happened before the visitor went to MiCora', async ({ browser }) => {
  const reports = await visit(browser, async (_context, page, url) => {
    await openAtRest(page, url);
    await navigateTo(page, '/micora/tos');
    await page.evaluate(() => void setTimeout(() => void Promise.reject(new Error('in MiCora'))));
    await navigateTo(page, '/about');
  });
  expect(reports).toMatchObject([{ route: '/', errors: [] }]);
});

test('Field: a preview reports nothing', async ({ browser }) => {
  const { store, previews } = site;
  const builds = [await site.otherBuild('studio-remote', 'Our story', 'Our yarn')];
  const backendUrl = siteUrl('SITE_BACKEND_URL');
  const made = await previewRelease({
    store,
    previews,
    builds,
    backendUrl,
    name: 'pr-1',
    log: () => undefined,
  });
  const page = await browser.newPage();
  await page.addInitScript(() => {
    navigator.sendBeacon = (address) => {
      console.warn(`sent to ${String(address)}`);
      return true;
    };
  });
  const sent: string[] = [];
  page.on('console', (message) => sent.push(message.text()));
  for (const address of [site.previewUrl(made?.label ?? ''), hosts[0]?.directUrl ?? '']) {
    await openAtRest(page, `${address}/about`);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  }
  await expect.poll(() => sent.filter((text) => text.startsWith('sent to '))).toEqual(['sent to /field']);
  await page.close();
});
