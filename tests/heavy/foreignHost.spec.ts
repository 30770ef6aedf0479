import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import webpack from 'webpack';
import { moveTo } from '../browser/moveTo';
import { projectRecords } from '../browser/projectRecords';
import { recordRequests } from '../browser/recordRequests';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, siteUrl, test } from '../browser/test';

const NAMED = 'http://named.localhost';
const STRANGER = 'http://stranger.localhost';

test.describe("Security: another site that shows the remotes by Module Federation's published runtime", () => {
  // One after the other in one worker, which builds the host once for both.
  test.describe.configure({ mode: 'default' });
  // Browsers ask their visitor before a public site may reach this machine, where ours is.
  test.use({ permissions: ['local-network-access'] });
  let script: string;
  let site: RunningSite;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    script = await buildForeignHost();
    site = await copySite(siteUrl('SITE_BACKEND_URL'), [NAMED]);
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('both render there, with styles and data, under a strict policy, each shared module once', async ({
    page,
  }) => {
    const requests = recordRequests(page);
    await openForeignHost(page, NAMED);
    await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
    await moveTo(page, '/projects');
    await expect(page.getByRole('article')).toHaveCount((await projectRecords()).length);
    await moveTo(page, '/micora/delete');
    await expect(page.getByRole('heading', { level: 1, name: /delete/i })).toBeVisible();
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(2);

    const own = requests.map((request) => request.url()).filter((url) => url.startsWith(site.url));
    const entries = own.filter((url) => url.endsWith('/remoteEntry.js'));
    expect(entries.map((url) => url.split('/')[4]).sort()).toEqual(['micora-remote', 'studio-remote']);
    expect(own.filter((url) => url.includes('axios'))).toHaveLength(1);
    expect(own.filter((url) => url.includes('/shell/'))).toEqual([]);
  });

  test('a site that is not named is refused', async ({ page, expectedNoise }) => {
    expectedNoise.push(/CORS|ERR_FAILED|Federation|manifest/i);
    const requests = recordRequests(page);
    await openForeignHost(page, STRANGER);
    await expect(page.getByRole('alert')).toContainText('The remotes cannot be loaded');
    const scripts = requests.filter((request) => request.resourceType() === 'script');
    expect(scripts.map((request) => request.url())).toEqual([`${STRANGER}/main.js`]);
  });

  /**
   * Opens a site of somebody else's under a strict policy of its own: all scripts with integrity, no text as code,
   * nothing from anywhere but itself and our site. Its `/api` is the backend.
   */
  async function openForeignHost(page: Page, origin: string): Promise<void> {
    const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`;
    const own = `'self' ${site.url}`;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        ...['script', 'style', 'img', 'connect', 'font'].map((kind) => `${kind}-src ${own}`),
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types foreign-host site dompurify 'allow-duplicates'",
      ].join('; '),
      'integrity-policy': 'blocked-destinations=(script)',
    };
    const body = `<!doctype html><html lang="en" data-site="${site.url}"><head><title>Another site</title>
<script src="/main.js" integrity="${integrity}" crossorigin defer></script></head><body><div id="root"></div></body></html>`;
    await page.route(`${origin}/**`, (route) => route.fulfill({ headers, body }));
    await page.route(`${origin}/main.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.route(`${origin}/api/**`, (route) =>
      route.continue({ url: route.request().url().replace(origin, siteUrl('SITE_BACKEND_URL')) }),
    );
    await page.goto(origin);
  }
});

/**
 * Builds the other site's one script.
 *
 * @throws Error with webpack's own words if that fails
 */
async function buildForeignHost(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'foreign-host-'));
  try {
    const options = { transpileOnly: true, compilerOptions: { noEmit: false } };
    const compiler = webpack({
      mode: 'production',
      context: resolve(import.meta.dirname, '../browser'),
      entry: './foreignHost/main.tsx',
      output: { path },
      resolve: { extensions: ['.tsx', '.ts', '.js'] },
      module: { rules: [{ test: /\.tsx?$/, loader: 'ts-loader', options }] },
      optimization: { minimize: false },
    });
    const stats = await promisify<webpack.Stats | undefined>((done) => compiler.run(done))();
    if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
    return await readFile(join(path, 'main.js'), 'utf8');
  } finally {
    await rm(path, { recursive: true });
  }
}
