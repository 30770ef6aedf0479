import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import type { Page } from '@playwright/test';
import { expectPictures } from '../browser/expectPictures';
import { openHydrated } from '../browser/hydrated';
import { keepAppLinks } from '../browser/keepAppLinks';
import { navigateTo } from '../browser/navigateTo';
import { projectRecords } from '../browser/projectRecords';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, releasedPaths, test } from '../browser/test';

// In these tests, PocketBase was running when the release was made, but nothing listens at its address any more.

const stoppedUrl = async () => `http://127.0.0.1:${await freePort()}`;

let site: RunningSite;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  site = await copySite(await stoppedUrl());
});

test.afterAll(() => site.stop());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

test('§8 while PocketBase is stopped, a tab navigates through every page of both remotes', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  await keepAppLinks(page);
  const records = await projectRecords();
  const newestFirst = [...records].reverse();
  const [first, second] = newestFirst;
  const visited = new Set<string>();
  page.on('framenavigated', (frame) => visited.add(frame.url().slice(site.url.length)));
  const reads: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/collections/')) reads.push(response.status());
  });

  await openHydrated(page, `${site.url}/projects/${first?.id}`);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'Back to projects' }).click();
  await expect(page.getByRole('article')).toHaveCount(records.length);
  await page.goBack();
  await expect(heading(page, first?.title ?? '')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Next project' })).toBeVisible();

  await follow(page, 'Home');
  await expect(page.getByRole('link', { name: 'View Our Work' })).toBeVisible();
  await follow(page, 'Projects');
  await page
    .getByRole('group', { name: 'Filter by category' })
    .getByRole('button', { name: second?.category ?? '' })
    .click();
  const inCategory = records.filter(({ category }) => category === second?.category);
  await expect(page.getByRole('article')).toHaveCount(inCategory.length);
  await page
    .getByRole('article')
    .getByRole('link', { name: second?.title ?? '', exact: true })
    .click();
  await expect(heading(page, second?.title ?? '')).toBeVisible();
  for (let step = 1; step < records.length; step += 1) {
    const before = page.url();
    const next = page.getByRole('navigation', { name: 'Next project' }).getByRole('link');
    const title = await next.innerText();
    await next.click();
    await expect(page).not.toHaveURL(before);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
  }

  await follow(page, 'About');
  await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
  await follow(page, 'Contact');
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible();
  for (const path of releasedPaths().filter((one) => !visited.has(one))) {
    const [, title = ''] = /<title>([^<]+)</.exec(await (await request.get(site.url + path)).text()) ?? [];
    await navigateTo(page, path);
    await expect(page).toHaveTitle(path === '/micora/verification' ? /MiCora$/ : title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
  expect([...visited].sort()).toEqual([...releasedPaths()].sort());
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(new Set(reads)).toEqual(new Set([200]));
});

test.describe('§8 while PocketBase is stopped', () => {
  test.use({ expectedNoise: [/\b502\b/] });

  test('§8 both forms say that nothing was sent, and keep what was typed', async ({ page }) => {
    await openHydrated(page, `${site.url}/contact`);
    await page.getByLabel('Full name').fill('Ada Example');
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Project details').fill('A website for a lighthouse.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toContainText('There was an error submitting your message.');
    await expect(page.getByLabel('Project details')).toHaveValue('A website for a lighthouse.');

    await navigateTo(page, '/micora/delete');
    await page.getByLabel('Contact email').fill('ada@example.com');
    await page.getByLabel('MiCora account email').fill('couple@example.com');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Request account deletion' }).click();
    await expect(page.getByRole('alert')).toContainText('There was an error processing your request.');
    await expect(page.getByLabel('Contact email')).toHaveValue('ada@example.com');
  });

  test('§7 copies of pictures are shown, an original returns an error, and a folder replaces missing copies', async ({
    page,
    request,
  }) => {
    const record = (await projectRecords()).find(({ images }) => images.length > 2);
    await openHydrated(page, `${site.url}/projects`);
    await expectPictures(page, /\/assets\/pictures\/.+\.avif$/);
    const original = await request.get(`${site.url}/api/files/projects/${record?.id}/${record?.cover_Image}`);
    expect([original.status(), await original.json()]).toMatchObject([
      502,
      { message: 'The backend does not answer.' },
    ]);

    const withoutCopies = await copySite(await stoppedUrl());
    try {
      await rm(join(withoutCopies.directory, 'assets/pictures'), { recursive: true });
      await openHydrated(page, `${withoutCopies.url}/projects`);
      const cards = await page.getByRole('article').all();
      expect(cards).toHaveLength((await projectRecords()).length);
      for (const card of cards) {
        await card.scrollIntoViewIfNeeded();
        await expect(card.locator('img')).toHaveCount(0);
        await expect(card.locator('svg').first()).toBeVisible();
      }
      await page.goto('about:blank');
    } finally {
      await withoutCopies.stop();
    }
  });
});
