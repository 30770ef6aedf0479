import type { BrowserContext, Page } from '@playwright/test';
import { deploy, rollback } from '@site/platform';
import { pruneLater } from '@site/platform/testing/pruneLater';
import { hydrated, openHydrated } from '../browser/hydrated';
import { navigateTo } from '../browser/navigateTo';
import { recordRequests } from '../browser/recordRequests';
import { copySite, type RunningSite } from '../browser/startSite';
import { storedRecords } from '../browser/storedRecords';
import { expect, siteUrl, test } from '../browser/test';

const log = () => undefined;
let site: RunningSite;

test.beforeEach(async () => {
  site = await copySite();
});
test.afterEach(async ({ context }) => {
  // Close the pages before the site stops, because they may still be loading pictures.
  for (const page of context.pages()) await page.close();
  await site.stop();
});

async function deployChanged(app: string, text: string, replacement: string): Promise<void> {
  const builds = [await site.otherBuild(app, text, replacement)];
  const change = { kind: 'deploy', builds } as const;
  await deploy({ store: site.store, change, backendUrl: siteUrl('SITE_BACKEND_URL'), log });
}

/** Prunes the store as if a month had passed, so that only the live release's files remain. */
async function pruneOldFiles(): Promise<void> {
  await pruneLater(31, { store: site.store });
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  // Once the tab is idle, it reads which release is live. Wait for this read, because the tab then navigates within that
  // release.
  const hasRelease = page.waitForResponse('**/release.json');
  await openHydrated(page, site.url + path);
  await hasRelease;
  return page;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const footer = (page: Page) => page.getByRole('contentinfo');

test.describe('Deployment: an open tab', () => {
  test('an open tab keeps its release and works, while a new tab gets the newest release', async ({
    context,
  }) => {
    test.setTimeout(150_000);
    const tab = await open(context, '/');
    await tab.evaluate(() => Object.assign(window, { sameDocument: true }));

    await deployChanged('studio-remote', 'Our projects', 'All our projects');
    await menu(tab).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(tab)).toHaveText('Our projects');
    await expect(tab.getByRole('article').first()).toBeVisible();
    const second = await open(context, '/projects');
    await expect(heading(second)).toHaveText('All our projects');
    await expect(second.getByRole('article').first()).toBeVisible();

    await deployChanged('micora-remote', 'Date Memories', 'Memories of dates');
    await navigateTo(tab, '/micora');
    await expect(tab.getByRole('heading', { name: 'Date Memories' })).toBeVisible();
    await navigateTo(second, '/micora');
    await expect(second.getByRole('heading', { name: 'Date Memories' })).toBeVisible();
    const third = await open(context, '/micora');
    await expect(third.getByRole('heading', { name: 'Memories of dates' })).toBeVisible();

    await deployChanged('shell', 'About Us', 'About the studio');
    await navigateTo(tab, '/contact');
    await expect(footer(tab).getByRole('link', { name: 'About Us' })).toBeVisible();
    const email = `open-tab-${Date.now()}@example.com`;
    await tab.getByLabel('Full name').fill('Ada Open');
    await tab.getByLabel('Email address').fill(email);
    await tab.getByLabel('Project details').fill('A tab that stays open.');
    await tab.getByRole('button', { name: 'Send message' }).click();
    await expect(tab.getByText('✅ Thank you for your message!')).toBeVisible();
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
    const fourth = await open(context, '/projects');
    await expect(footer(fourth).getByRole('link', { name: 'About the studio' })).toBeVisible();
    await expect(heading(fourth)).toHaveText('All our projects');

    await rollback({ store: site.store, app: 'studio-remote', log });
    await menu(tab).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(tab)).toHaveText('Our projects');
    await tab.getByRole('article').first().getByRole('link').click();
    await expect(tab.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
    const fifth = await open(context, '/projects');
    await expect(heading(fifth)).toHaveText('Our projects');
    await expect(footer(fifth).getByRole('link', { name: 'About the studio' })).toBeVisible();

    expect(await tab.evaluate(() => 'sameDocument' in window)).toBe(true);
    const tabs = [tab, second, third, fourth, fifth];
    const releases = await Promise.all(tabs.map((one) => one.locator('#page').textContent()));
    expect(new Set(releases).size).toBe(5);
  });

  test('if the code of an open tab has been removed, the tab reloads and gets the newest release', async ({
    context,
    expectedNoise,
  }) => {
    expectedNoise.push(/404|Failed to load|Refused to (?:execute|apply)/);
    const tab = await open(context, '/');
    await deployChanged('studio-remote', 'Our projects', 'All our projects');
    await pruneOldFiles();
    await menu(tab).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(tab)).toHaveText('All our projects');
    await expect(tab.getByRole('article').first()).toBeVisible();
  });
});

test('Deployment: a cached document whose code was removed reloads once, then stays usable', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/404|Failed to load|Refused to (?:execute|apply)|could not be loaded|preload/);
  const address = `${site.url}/projects`;
  const cachedHtml = await (await fetch(address)).text();
  await deployChanged('studio-remote', 'Our projects', 'All our projects');
  await pruneOldFiles();
  const requests = recordRequests(page);
  await page.route(
    (url) => url.href === address,
    (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html', body: cachedHtml })
        : route.fallback(),
    { times: 2 },
  );
  const stays = page.waitForEvent('console', (message) => /stays as it was delivered/.test(message.text()));
  await page.goto(address, { waitUntil: 'commit' });
  await stays;
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(heading(page)).toHaveText('Our projects');
  const loads = requests.filter((request) => request.isNavigationRequest());
  expect(loads.map((request) => request.url())).toEqual([address, address]);
  await menu(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await hydrated(page);
  await menu(page).getByRole('link', { name: 'Projects' }).click();
  await expect(heading(page)).toHaveText('All our projects');
  await expect(page.getByRole('article').first()).toBeVisible();
});
