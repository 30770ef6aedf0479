import type { Request } from '@playwright/test';
import { hydrated, openHydrated } from './hydrated';
import { navigateTo } from './navigateTo';
import { projectRecords } from './projectRecords';
import { recordRequests } from './recordRequests';
import { expect, releasedPaths, test } from './test';

/** For each route, the maximum total size of the scripts needed for hydration, in bytes after Brotli compression. */
const SCRIPT_BUDGETS = {
  '/': 96_000,
  '/projects': 97_300,
  '/projects/:projectId': 99_800,
  '/contact': 98_600,
  '/micora': 99_300,
};

const AXIOS = '**/*axios*.js';

test.describe('Speed: network requests', () => {
  test('the home page loads only the document and its scripts until hydration', async ({ page }) => {
    const requests = recordRequests(page);
    const document = await page.goto('/', { waitUntil: 'commit' });
    await hydrated(page);
    const paths = listPaths(requests);
    // The document must name every script. Any other script starts to load only after one of the named scripts has run.
    const named = [...((await document?.text()) ?? '').matchAll(/<script src="([^"]+)"/g)];
    // Ignore field.js, which pages load when idle in order to report field data.
    const scripts = paths.filter((path) => path.endsWith('.js') && !path.endsWith('/field.js'));
    expect(scripts.sort()).toEqual(named.map(([, path]) => path).sort());
    expect(new Set(paths).size).toBe(paths.length);
    const others = requests.filter((request) =>
      ['stylesheet', 'fetch', 'xhr'].includes(request.resourceType()),
    );
    // Ignore release.json, which a page requests when idle.
    expect(listPaths(others).filter((path) => path !== '/release.json')).toEqual([]);
  });

  test('navigation through both remotes loads no script or style twice', async ({ page }) => {
    const requests = recordRequests(page);
    await openHydrated(page, '/');
    await page.evaluate('window.sameDocument = true');
    await page.getByRole('link', { name: 'View Our Work' }).click();
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'View Our Work' })).toBeVisible();
    await navigateTo(page, '/micora/delete');
    await expect(page.getByRole('heading', { level: 1, name: /delete/i })).toBeVisible();
    const files = listPaths(requests).filter((path) => /\.(?:js|css)$/.test(path));
    expect(files.length).toBe(new Set(files).size);
    expect(await page.evaluate('window.sameDocument')).toBe(true);
    expect(files.filter((path) => path.includes('axios'))).toHaveLength(1);
  });
});

test('Speed: the scripts of a page stay within their budget', async ({ request }) => {
  const project = releasedPaths().find((released) => released.startsWith('/projects/')) ?? '';
  for (const [path, budget] of Object.entries(SCRIPT_BUDGETS)) {
    const html = await (await request.get(path.includes(':') ? project : path)).text();
    const scripts = [...html.matchAll(/<script src="([^"]+\.js)"/g)];
    let bytes = 0;
    for (const [, address = ''] of scripts) {
      const headers = (await request.get(address, { headers: { 'accept-encoding': 'br' } })).headers();
      expect(headers['content-encoding'], address).toBe('br');
      bytes += Number(headers['content-length']);
    }
    expect(scripts.length, path).toBeGreaterThan(3);
    expect(bytes, path).toBeGreaterThan(budget - 20_000);
    expect(bytes, path).toBeLessThanOrEqual(budget);
  }
});

test('Speed: over HTTP/1.1, no script of a page has to wait for a connection', async ({ request }) => {
  for (const path of releasedPaths()) {
    const html = await (await request.get(path)).text();
    const atOnce = html.match(/<script src=|<link rel="preload"|<img [^>]*loading="eager"/g) ?? [];
    expect(atOnce.length, path).toBeGreaterThan(3);
    // Browsers open at most six HTTP/1.1 connections per host, so a seventh request would have to wait.
    expect(atOnce.length, path).toBeLessThanOrEqual(6);
  }
});

test('Speed: a page loads the sanitiser only for rich text that is not embedded in the page', async ({
  page,
}) => {
  const requests = recordRequests(page);
  const sanitisers = () => requests.filter((request) => request.url().includes('prepareProject'));
  const [project, other] = await projectRecords();
  const reread = page.waitForResponse(
    (answer) => answer.url().includes(project?.id ?? '-') && answer.url().includes('/api/collections'),
  );
  await page.goto(`/projects/${project?.id}`);
  await (await reread).finished();
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(sanitisers()).toEqual([]);
  await navigateTo(page, `/projects/${other?.id}`);
  await expect(page.getByRole('heading', { name: 'About this project' })).toBeVisible();
  expect(sanitisers()).toHaveLength(1);
});

for (const { script, pattern, linkName, heading } of [
  { script: 'a shared module', pattern: AXIOS, linkName: 'Projects', heading: 'Our projects' },
  {
    script: 'the entry of a remote',
    pattern: '**/micora-remote/*/remoteEntry.js',
    linkName: 'Meet MiCora',
    heading: 'Date Memories',
  },
  {
    script: 'the routes of a remote',
    pattern: '**/micora-remote/*/routes.js',
    linkName: 'Meet MiCora',
    heading: 'Date Memories',
  },
]) {
  test(`Speed: navigation loads ${script} again if preloading it failed`, async ({ page, expectedNoise }) => {
    expectedNoise.push(/ERR_FAILED/);
    await page.route(pattern, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed');
    await openHydrated(page, '/about');
    const link = page.getByRole('link', { name: linkName }).first();
    await link.hover();
    await failed;
    await page.evaluate('window.sameDocument = true');
    await link.click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await page.evaluate('window.sameDocument')).toBe(true);
  });
}

test('Speed: pages hydrate without waiting for the HTTP client', async ({ page }) => {
  await page.route(AXIOS, () => undefined);
  for (const path of ['/contact', '/micora/delete', '/projects']) {
    await page.goto(path, { waitUntil: 'commit' });
    await hydrated(page);
  }
});

const listPaths = (requests: Request[]) => requests.map((request) => new URL(request.url()).pathname);
