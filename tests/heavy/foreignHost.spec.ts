import type { Page } from '@playwright/test';
import { freePort } from '@site/backend/testing/freePort';
import { moveTo } from '../browser/moveTo';
import { projectRecords } from '../browser/projectRecords';
import { copySite } from '../browser/startSite';
import { buildForeignHost, startForeignHost, type ForeignHost } from '../browser/startForeignHost';
import { expect, siteUrl, test } from '../browser/test';

test.describe("Security: another site that shows the remotes by Module Federation's published runtime", () => {
  // One after the other in one worker, which builds the host once for both.
  test.describe.configure({ mode: 'default' });
  const stops: (() => Promise<unknown>)[] = [];
  let named: ForeignHost;
  let stranger: ForeignHost;
  let site: string;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    const script = await buildForeignHost();
    const backendUrl = siteUrl('SITE_BACKEND_URL');
    const ports = [await freePort(), await freePort()] as const;
    const copy = await copySite(backendUrl, [`http://127.0.0.1:${ports[0]}`]);
    site = copy.url;
    named = await startForeignHost(ports[0], script, site, backendUrl);
    stranger = await startForeignHost(ports[1], script, site, backendUrl);
    stops.push(copy.stop, named.stop, stranger.stop);
  });
  test.afterAll(async () => {
    for (const stop of stops) await stop();
  });

  test('both render there, with styles and data, under a strict policy, each shared module once', async ({
    page,
  }) => {
    const scripts = recordScripts(page);
    await page.goto(named.origin);
    await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
    await moveTo(page, '/projects');
    await expect(page.getByRole('article')).toHaveCount((await projectRecords()).length);
    await moveTo(page, '/micora/delete');
    await expect(page.getByRole('heading', { level: 1, name: /delete/i })).toBeVisible();
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(2);

    const own = scripts.filter((url) => url.startsWith(site)).map((url) => new URL(url).pathname);
    const entries = own.filter((path) => path.endsWith('/remoteEntry.js'));
    expect(entries.map((path) => path.split('/')[2]).sort()).toEqual(['micora-remote', 'studio-remote']);
    expect(own.filter((path) => path.includes('axios'))).toHaveLength(1);
    expect(own.filter((path) => path.includes('/shell/'))).toEqual([]);
  });

  test('a site that is not named is refused', async ({ page, expectedNoise }) => {
    expectedNoise.push(/CORS|ERR_FAILED|Federation|manifest/i);
    const scripts = recordScripts(page);
    await page.goto(stranger.origin);
    await expect(page.getByRole('alert')).toContainText('The remotes cannot be loaded');
    expect(scripts.filter((url) => url.startsWith(site))).toEqual([]);
  });
});

function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}
