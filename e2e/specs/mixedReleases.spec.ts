import type { BrowserContext, Page } from '@playwright/test';
import type { LoadedArtifact } from '@site/tools/store/readArtifact';
import { deploy } from '@site/tools/release/deploy';
import { rollback } from '@site/tools/release/rollback';
import { liveRelease } from '@site/tools/release/liveRelease';
import { directoryStore } from '@site/tools/store/directoryStore';
import { hydrated } from '../hydrated';
import { copySite, loadBuilds, type RunningSite } from '../startSite';
import { expect, siteStore, siteUrl, test } from '../test';

const APPS = ['shell', 'studio-remote', 'micora-remote'];
const log = () => undefined;

test.describe('Deployment: apps with either runtime of Module Federation', () => {
  let site: RunningSite;
  let published: LoadedArtifact[];

  test.beforeAll(async () => {
    site = await copySite(siteStore('slim'), siteUrl('SITE_BACKEND_URL'));
    const store = directoryStore(siteStore('published'));
    const release = await liveRelease(store);
    published = release ? await loadBuilds(store, release) : [];
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('hydrate in every combination, there and back, and move in tabs that stay open meanwhile', async ({
    context,
  }) => {
    test.setTimeout(240_000);
    const tabs: Page[] = [await openHome(context)];
    for (const [step, app, combination] of [
      [change, 'studio-remote', 'slim, published, slim'],
      [change, 'micora-remote', 'slim, published, published'],
      [goBack, 'studio-remote', 'slim, slim, published'],
      [change, 'shell', 'published, slim, published'],
      [goBack, 'micora-remote', 'published, slim, slim'],
      [change, 'studio-remote', 'published, published, slim'],
      [goBack, 'shell', 'slim, published, slim'],
    ] as const) {
      await step(app);
      expect(await runtimes()).toBe(combination);
      tabs.push(await openHome(context));
    }
    for (const tab of tabs) await moveThrough(tab);
  });

  /** An app is deployed as it is with the published runtime. */
  async function change(app: string): Promise<void> {
    const artifacts = published.filter(({ artifact }) => artifact.app === app);
    await deploy({ store: site.store, artifacts, backendUrl: siteUrl('SITE_BACKEND_URL'), log });
  }

  async function goBack(app: string): Promise<void> {
    await rollback({ store: site.store, app, log });
  }

  /** The runtimes of the live release, in the order of `APPS`. */
  async function runtimes(): Promise<string> {
    const release = await liveRelease(site.store);
    return APPS.map((app) =>
      published.some(({ artifact }) => artifact.version === release?.apps[app]) ? 'published' : 'slim',
    ).join(', ');
  }

  async function openHome(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(site.url);
    await hydrated(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    return page;
  }
});

/** Moves through pages of both remotes, one with data in each, without leaving the document. */
async function moveThrough(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  for (const [path, heading] of [
    ['/micora', /./],
    ['/micora/delete', /delete/i],
    ['/contact', /./],
  ] as const) {
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
}
