import type { Request } from '@playwright/test';
import { hydrated, openHydrated } from './hydrated';
import { moveTo } from './moveTo';
import { projectRecords } from './projectRecords';
import { recordRequests } from './recordRequests';
import { expect, releasedPaths, test } from './test';

/**
 * All scripts up to hydration together, as brotli over the wire, with Module Federation's slim runtime. Bytes. Of those
 * of a project 0.6 KB are for enlarging its pictures; of all, 0.3 KB are for pages that fade into each other, and 0.2 KB
 * for what has been typed, and for moves, where scripts are lost.
 */
const SCRIPT_BUDGETS = {
  '/': 98_000,
  '/projects': 98_700,
  '/projects/:projectId': 101_000,
  '/contact': 100_300,
  '/micora': 99_600,
};

/** The code of requests, which remotes share. */
const AXIOS = '**/*axios*.js';

test.describe('Speed: the network of the home page', () => {
  test('needs the document and its scripts, in one wave, each once, and nothing else, up to hydration', async ({
    page,
  }) => {
    const requests = recordRequests(page);
    const document = await page.goto('/', { waitUntil: 'commit' });
    await hydrated(page);
    const paths = pathsOf(requests);
    // Whatever the document does not name would have to wait for one of those that it names.
    const named = [...((await document?.text()) ?? '').matchAll(/<script src="([^"]+)"/g)];
    expect(paths.filter((path) => path.endsWith('.js')).sort()).toEqual(named.map(([, path]) => path).sort());
    expect(new Set(paths).size).toBe(paths.length);
    const others = requests.filter((request) =>
      ['stylesheet', 'fetch', 'xhr'].includes(request.resourceType()),
    );
    // At idle, which may be by now, the tab learns which release is live.
    expect(pathsOf(others).filter((path) => path !== '/release.json')).toEqual([]);
  });

  test('a move through pages of both remotes fetches no script and no style twice', async ({ page }) => {
    const requests = recordRequests(page);
    await openHydrated(page, '/');
    await page.evaluate('window.sameDocument = true');
    await page.getByRole('link', { name: 'View Our Work' }).click();
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'View Our Work' })).toBeVisible();
    await moveTo(page, '/micora/delete');
    await expect(page.getByRole('heading', { level: 1, name: /delete/i })).toBeVisible();
    const files = pathsOf(requests).filter((path) => /\.(?:js|css)$/.test(path));
    expect(files.length).toBe(new Set(files).size);
    expect(await page.evaluate('window.sameDocument')).toBe(true);
    // The code of requests, which both share: by whichever of them it comes.
    expect(files.filter((path) => path.includes('axios'))).toHaveLength(1);
  });
});

test('Speed: the scripts of a page keep their budget', async ({ request }) => {
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

test('Speed: what makes a rich text safe is loaded only for a text that the page does not have', async ({
  page,
}) => {
  const requests = recordRequests(page);
  const sanitisers = () => requests.filter((request) => request.url().includes('prepareProject'));
  const [project, other] = await projectRecords();
  const readAgain = page.waitForResponse(
    (answer) => answer.url().includes(project?.id ?? '-') && answer.url().includes('/api/collections'),
  );
  await page.goto(`/projects/${project?.id}`);
  await (await readAgain).finished();
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(sanitisers()).toEqual([]);
  await moveTo(page, `/projects/${other?.id}`);
  await expect(page.getByRole('heading', { name: 'About this project' })).toBeVisible();
  expect(sanitisers()).toHaveLength(1);
});

for (const [what, lost, name, heading] of [
  ['a module that remotes share', AXIOS, 'Projects', 'Our projects'],
  ['the entry of a remote', '**/micora-remote/*/remoteEntry.js', 'Meet MiCora', 'Date Memories'],
  ['what the entry exposes', '**/micora-remote/*/routes.js', 'Meet MiCora', 'Date Memories'],
] as const) {
  test(`Speed: ${what}, lost on the way before it is needed, is loaded again for the move that needs it`, async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/ERR_FAILED/);
    await page.route(lost, (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent('requestfailed');
    await openHydrated(page, '/about');
    const link = page.getByRole('link', { name }).first();
    await link.hover();
    await failed;
    await page.evaluate('window.sameDocument = true');
    await link.click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await page.evaluate('window.sameDocument')).toBe(true);
  });
}

test('Speed: no page waits for the code of its requests', async ({ page }) => {
  await page.route(AXIOS, () => undefined);
  for (const path of ['/contact', '/micora/delete', '/projects']) {
    await page.goto(path, { waitUntil: 'commit' });
    await hydrated(page);
  }
});

const pathsOf = (requests: Request[]) => requests.map((request) => new URL(request.url()).pathname);
