import type { BrowserContext, Page } from '@playwright/test';
import { deploy, prune } from '@site/tools';
import { hydrated, openHydrated } from './hydrated';
import { moveTo } from './moveTo';
import { recordRequests } from './recordRequests';
import { copySite, type RunningSite } from './startSite';
import { storedRecords } from './storedRecords';
import { expect, siteUrl, test } from './test';

const log = () => undefined;
let site: RunningSite;

test.beforeEach(async () => {
  site = await copySite();
});
test.afterEach(async ({ context }) => {
  // Pictures may still be on their way, and the site must not be seen to fail.
  for (const page of context.pages()) await page.close();
  await site.stop();
});

/** A team deploys its app with other words. */
async function deployed(app: string, words: string, others: string): Promise<void> {
  const artifacts = [await site.otherBuild(app, words, others)];
  await deploy({ store: site.store, artifacts, backendUrl: siteUrl('SITE_BACKEND_URL'), log });
}

/** Makes all that no live release needs go, as if it had been left alone for a month. */
async function pruned(): Promise<void> {
  const now = new Date(Date.now() + 31 * 86_400_000);
  await prune({ store: site.store, keepDays: 30, now, log });
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  // A tab keeps the release that was live when it asked, which it does when it has time.
  const asked = page.waitForResponse('**/release.json');
  await openHydrated(page, site.url + path);
  await asked;
  return page;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const footer = (page: Page) => page.getByRole('contentinfo');

test.describe('Deployment: a tab that stays open while the teams deploy', () => {
  test('keeps its release and works, while a new tab gets the newest', async ({ context }) => {
    test.setTimeout(150_000);
    const tab = await open(context, '/');
    await tab.evaluate(() => Object.assign(window, { sameDocument: true }));

    await deployed('studio-remote', 'Our projects', 'All our projects');
    await menu(tab).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(tab)).toHaveText('Our projects');
    await expect(tab.getByRole('article').first()).toBeVisible();
    const second = await open(context, '/projects');
    await expect(heading(second)).toHaveText('All our projects');
    await expect(second.getByRole('article').first()).toBeVisible();

    await deployed('micora-remote', 'Date Memories', 'Memories of dates');
    await moveTo(tab, '/micora');
    await expect(tab.getByRole('heading', { name: 'Date Memories' })).toBeVisible();
    await moveTo(second, '/micora');
    await expect(second.getByRole('heading', { name: 'Date Memories' })).toBeVisible();
    const third = await open(context, '/micora');
    await expect(third.getByRole('heading', { name: 'Memories of dates' })).toBeVisible();

    await deployed('shell', 'About Us', 'About the studio');
    await moveTo(tab, '/contact');
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

    await deploy({ store: site.store, back: { app: 'studio-remote' }, log });
    await menu(tab).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(tab)).toHaveText('Our projects');
    await tab.getByRole('article').first().getByRole('link').click();
    await expect(tab.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
    const fifth = await open(context, '/projects');
    await expect(heading(fifth)).toHaveText('Our projects');
    await expect(footer(fifth).getByRole('link', { name: 'About the studio' })).toBeVisible();

    expect(await tab.evaluate(() => 'sameDocument' in window)).toBe(true);
    const made = await Promise.all(
      [tab, second, third, fourth, fifth].map((one) => one.locator('#page').textContent()),
    );
    expect(new Set(made).size).toBe(5);
  });

  test('gets the newest release by the move that needs it once its code is removed', async ({
    context,
    expectedNoise,
  }) => {
    expectedNoise.push(/404|Failed to load|Refused to (?:execute|apply)/);
    const tab = await open(context, '/');
    await deployed('studio-remote', 'Our projects', 'All our projects');
    await pruned();
    await menu(tab).getByRole('link', { name: 'Projects' }).click();
    await expect(heading(tab)).toHaveText('All our projects');
    await expect(tab.getByRole('article').first()).toBeVisible();
  });
});

test('Deployment: a document from a cache whose code has been removed is reloaded once; if it comes again, it stays with its projects and its links work', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/404|Failed to load|Refused to (?:execute|apply)|could not be loaded|preload/);
  const address = `${site.url}/projects`;
  const old = await (await fetch(address)).text();
  await deployed('studio-remote', 'Our projects', 'All our projects');
  await pruned();
  const requests = recordRequests(page);
  await page.route(
    (url) => url.href === address,
    (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html', body: old })
        : route.fallback(),
    { times: 2 },
  );
  const stays = page.waitForEvent('console', (said) => /stays as it was delivered/.test(said.text()));
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
