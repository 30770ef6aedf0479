import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page, Route } from '@playwright/test';
import React from 'react';
import { navigateTo } from '../browser/navigateTo';
import { projectRecords } from '../browser/projectRecords';
import { recordRequests } from '../browser/recordRequests';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, siteUrl, test } from '../browser/test';

const ALLOWED = 'http://allowed.localhost';
const REFUSED = 'http://refused.localhost';

test.describe('Security: remotes on another site with the published runtime of Module Federation', () => {
  // Run these tests in one worker, so that the other site is built only once.
  test.describe.configure({ mode: 'default' });
  // The other site needs this permission to connect to our site, which runs on this machine.
  test.use({ permissions: ['local-network-access'] });
  let host: { html: string; script: string };
  let site: RunningSite;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    site = await copySite(siteUrl('SITE_BACKEND_URL'), [ALLOWED]);
    host = await buildForeignHost(site.url);
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('both remotes have their styles, data and shared modules, under a strict policy', async ({ page }) => {
    const requests = recordRequests(page);
    await openForeignHost(page, ALLOWED);
    await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
    await navigateTo(page, '/projects');
    await expect(page.getByRole('article')).toHaveCount((await projectRecords()).length);
    await navigateTo(page, '/micora/delete');
    await expect(page.getByRole('heading', { level: 1, name: /delete/i })).toBeVisible();
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(2);

    const own = requests.map((request) => request.url()).filter((url) => url.startsWith(site.url));
    const entries = own.filter((url) => url.endsWith('/remoteEntry.js'));
    expect(entries.map((url) => url.split('/')[4]).sort()).toEqual(['micora-remote', 'studio-remote']);
    expect(own.filter((url) => url.includes('axios'))).toHaveLength(1);
    expect(own.filter((url) => url.includes('/shell/') && url.endsWith('.js'))).toEqual([]);
  });

  for (const path of ['/contact', '/micora/delete']) {
    test(`${path} looks the same as on our site`, async ({ page }) => {
      await page.route(/\/remotes\/base\.css$/, requireTypeface);
      // On a busy machine, the first visit may show the fallback font, so the comparison is retried.
      await expect(async () => {
        await page.goto(site.url + path);
        await expect(page.getByRole('textbox').first()).toBeEditable();
        const here = await page.evaluate(readLooks, '#content');
        expect(here.length).toBeGreaterThan(40);
        await openForeignHost(page, ALLOWED, path);
        await expect(page.getByRole('textbox').first()).toBeEditable();
        expect(await page.evaluate(readLooks, '#root')).toEqual(here);
      }).toPass({ timeout: 45_000 });
    });
  }

  test('if the other site has another major version of React, its console shows a warning', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/This remote needs react/);
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    const script = host.script;
    host = { ...host, script: script.replaceAll(React.version, '18.3.1') };
    await openForeignHost(page, ALLOWED);
    await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
    host = { ...host, script };
    expect(warnings).toContainEqual(
      expect.stringMatching(/^This remote needs react \^19\.\d+\.\d+, and the page provides 18\.3\.1\.$/),
    );
  });

  test('another site cannot load the remotes without our server’s permission', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/CORS|ERR_FAILED|Federation|manifest/i);
    const requests = recordRequests(page);
    await openForeignHost(page, REFUSED);
    await expect(page.getByRole('alert')).toContainText('The remotes cannot be loaded');
    const scripts = requests.filter((request) => request.resourceType() === 'script');
    expect(scripts.map((request) => request.url())).toEqual([`${REFUSED}/main.js`]);
  });

  /**
   * Opens the other site with a strict policy: every script needs an integrity hash, strings cannot be run as code, and
   * files come only from that site or from ours. Requests to the other site's `/api` are forwarded to the backend.
   */
  async function openForeignHost(page: Page, origin: string, path = '/'): Promise<void> {
    const integrity = `sha256-${createHash('sha256').update(host.script).digest('base64')}`;
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
    const body = host.html.replace('src="/main.js"', `src="/main.js" integrity="${integrity}" crossorigin`);
    await page.route(`${origin}/**`, (route) => route.fulfill({ headers, body }));
    await page.route(`${origin}/main.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: host.script }),
    );
    await page.route(`${origin}/api/**`, (route) =>
      route.continue({ url: route.request().url().replace(origin, siteUrl('SITE_BACKEND_URL')) }),
    );
    await page.goto(origin + path);
  }
});

/** Serves the style sheet with `font-display: block` instead of `optional`, so that text waits for its font. */
async function requireTypeface(route: Route): Promise<void> {
  const response = await route.fetch();
  const styles = await response.text();
  expect(styles).toMatch(/font-display:\s*optional/);
  await route.fulfill({
    response,
    body: styles.replaceAll(/font-display:\s*optional/g, 'font-display:block'),
  });
}

function readLooks(container: string) {
  return [...document.querySelectorAll(`${container} *`)].map((element) => {
    const { color, backgroundColor, fontFamily, fontSize, fontWeight, lineHeight } =
      getComputedStyle(element);
    const width = Math.round(element.getBoundingClientRect().width);
    return [element.localName, color, backgroundColor, fontFamily, fontSize, fontWeight, lineHeight, width];
  });
}

/**
 * Builds the site in docs/template-site, with our site's address instead of the example address.
 *
 * @throws Error if the build fails
 */
async function buildForeignHost(siteAddress: string): Promise<{ html: string; script: string }> {
  const path = await mkdtemp(join(tmpdir(), 'foreign-host-'));
  try {
    const repository = resolve(import.meta.dirname, '../..');
    await cp(join(repository, 'docs/template-site'), path, { recursive: true });
    for (const file of ['index.html', 'src/index.js']) {
      const text = await readFile(join(path, file), 'utf8');
      await writeFile(join(path, file), text.replaceAll('https://www.example.com', siteAddress));
    }
    // All packages in the other site's `package.json` are also installed in this repository, at the same versions.
    await symlink(join(repository, 'node_modules'), join(path, 'node_modules'));
    await promisify(execFile)('npm', ['run', 'build'], { cwd: path });
    const read = (file: string) => readFile(join(path, file), 'utf8');
    return { html: await read('index.html'), script: await read('dist/main.js') };
  } finally {
    await rm(path, { recursive: true });
  }
}
