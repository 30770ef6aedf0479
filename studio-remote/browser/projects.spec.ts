import type { Locator, Page } from '@playwright/test';
import { expectPictures } from '@site/tests/browser/expectPictures';
import { holdBack } from '@site/tests/browser/holdBack';
import { openHydrated } from '@site/tests/browser/hydrated';
import { navigateTo } from '@site/tests/browser/navigateTo';
import { painted } from '@site/tests/browser/painted';
import { projectRecords } from '@site/tests/browser/projectRecords';
import { expect, test } from '@site/tests/browser/test';

test.describe('§2 the project list over the real backend', () => {
  test('§7 pictures without copies come from the backend, before and after the scripts run', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/404.*assets\/pictures|assets\/pictures.*404/);
    await page.route('**/assets/pictures/**', (route) => route.fulfill({ status: 404 }));
    await page.goto('/projects');
    await expectPictures(page, /\/api\/files\/.+\?thumb=/);
  });

  test('§2 while the backend is down, the list and a gallery show copies of all pictures', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/\/api\/|ERR_FAILED/);
    const record = (await projectRecords()).find(({ images }) => images.length > 2);
    await page.route('**/api/**', (route) => route.abort());
    for (const path of ['/projects', `/projects/${record?.id}`]) {
      await openHydrated(page, path);
      await expectPictures(page, /\/assets\/pictures\/.+\.avif$/);
    }
  });
});

test.describe('§2 back to the list', () => {
  const back = (page: Page) => page.getByRole('link', { name: 'Back to projects' });
  const last = async () => (await projectRecords()).at(-1)?.title ?? '';
  const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    test(`§2 at ${width} px, “Back to projects” focuses the card, and Back leads to the top`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      const title = await last();
      await openHydrated(page, '/projects');
      await card(page, title).click();
      await back(page).click();
      await expect(card(page, title)).toBeInViewport();
      await expect(card(page, title)).toBeFocused();
      await expect(page).toHaveURL('/projects');
      const place = await page.evaluate(() => scrollY);
      expect(place).toBeGreaterThan(0);
      await painted(page);
      expect(await page.evaluate(() => scrollY)).toBe(place);

      await card(page, title).click();
      await expect(back(page)).toBeVisible();
      await page.goBack();
      await expect(card(page, title)).toBeVisible();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      // A later navigation to the list must not scroll to the card again.
      await page.getByRole('navigation', { name: 'Main' }).evaluate((menu) => {
        for (const link of menu.querySelectorAll('a')) if (link.pathname === '/projects') link.click();
      });
      await painted(page);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  }

  test('§2 the list scrolls to the card after loading, unless the visitor has scrolled', async ({ page }) => {
    const records = await projectRecords();
    const { id = '', title = '' } = records.at(-1) ?? {};
    for (const scrolls of [false, true]) {
      await openHydrated(page, `/projects/${id}`);
      const arrive = await holdBack(page, '**/api/collections/projects/records?page*');
      await back(page).click();
      await expect(page.getByTestId('skeleton')).toHaveCount(6);
      if (scrolls) await page.evaluate(() => scrollTo(0, 50));
      arrive();
      await expect(card(page, title)).toBeVisible();
      await painted(page);
      if (scrolls) expect(await page.evaluate(() => scrollY)).toBe(50);
      else await expect(card(page, title)).toBeInViewport();
    }
  });

  test('§2 “Back to projects” shows all projects if the filtered list does not contain the card', async ({
    page,
  }) => {
    const records = await projectRecords();
    const [first] = records;
    const other = records.find(({ category }) => category !== first?.category);
    await openHydrated(page, `/projects?category=${encodeURIComponent(first?.category ?? '')}`);
    await card(page, first?.title ?? '').click();
    await expect(back(page)).toHaveAttribute('href', /category=/);
    await navigateTo(page, `/projects/${other?.id}`);
    await expect(page.getByRole('heading', { level: 1, name: other?.title ?? '' })).toBeVisible();
    await back(page).click();
    await expect(page).toHaveURL('/projects');
    await expect(card(page, other?.title ?? '')).toBeInViewport();
  });
});

test.describe('§2 the category filter', () => {
  async function manyCategories(page: Page): Promise<void> {
    const items = Array.from({ length: 18 }, (_, index) => ({
      id: `many${index}`,
      title: `Project ${index}`,
      category: `Category number ${index}`,
    }));
    await page.route('**/api/collections/projects/records*', (route) =>
      route.fulfill({ json: { page: 1, perPage: 500, items } }),
    );
    await page.goto('/projects');
    await expect(buttons(page)).toHaveCount(19);
  }
  const buttons = (page: Page) => page.getByRole('group', { name: 'Filter by category' }).getByRole('button');
  const clickable = (all: Locator) =>
    all.evaluateAll((elements) =>
      elements.map((element) => {
        const { left, width, top, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === element;
      }),
    );

  test('§2 18 categories wrap, and each of them can be clicked', async ({ page }) => {
    await manyCategories(page);
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await buttons(page).first().scrollIntoViewIfNeeded();
      expect(await clickable(buttons(page))).toEqual(Array(19).fill(true));
    }
  });

  test('§2 on a phone, each edge of the filter shows whether there are more categories', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await manyCategories(page);
    const filter = page.getByRole('group', { name: 'Filter by category' });
    await filter.scrollIntoViewIfNeeded();
    const box = await filter.boundingBox();
    if (!box) throw new Error('There is no filter.');
    // Takes screenshots of the filter's top left and top right corners. The buttons start below these corners.
    const edges = () =>
      Promise.all(
        [box.x, box.x + box.width - 8].map(async (x) =>
          (await page.screenshot({ clip: { x, y: box.y, width: 8, height: 6 } })).toString('base64'),
        ),
      );
    const start = await edges();
    await filter.evaluate((element) => element.scrollTo({ left: element.scrollWidth / 2 }));
    const middle = await edges();
    await filter.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    const end = await edges();
    expect(start[0]).not.toBe(middle[0]);
    expect(start[1]).toBe(middle[1]);
    expect(end[0]).toBe(middle[0]);
    expect(end[1]).not.toBe(middle[1]);
    expect(await clickable(buttons(page).last())).toEqual([true]);
    await page.goto('/projects?category=Category%20number%2015');
    await expect(buttons(page).filter({ hasText: '15' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => clickable(buttons(page).filter({ hasText: '15' }))).toEqual([true]);
  });

  test('§2 decodes the category in the address, and shows all projects if it is unknown', async ({
    page,
  }) => {
    const records = await projectRecords();
    const category = records[1]?.category ?? '';
    const spelled = Array.from(category, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
    for (const [query, pressed, shown] of [
      [
        `utm_source=x&category=${spelled}&category=Nope`,
        category,
        records.filter((one) => one.category === category),
      ],
      ['category=Nope', 'All', records],
      ['category=&utm_source=x', 'All', records],
    ] as const) {
      await openHydrated(page, `/projects?${query}`);
      await expect(page.getByRole('button', { pressed: true })).toHaveText(pressed);
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(
        shown.map(({ title }) => title),
      );
    }
  });

  test('§2 changes the address without a scroll, a focus change, an announcement or a request', async ({
    page,
  }) => {
    const [, record] = await projectRecords();
    const category = record?.category ?? '';
    // When the page is idle, it requests `release.json`. Wait for this request, so that the test does not count it.
    const release = page.waitForResponse('**/release.json');
    await openHydrated(page, '/projects');
    await release;
    await page.waitForLoadState('networkidle');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const state = () =>
      page.evaluate(() => ({
        scroll: scrollY,
        entries: history.length,
        announcement: document.querySelector('[aria-live="polite"][aria-atomic]')?.textContent,
      }));
    await page.evaluate(() => scrollTo(0, 120));
    const before = await state();
    const button = buttons(page).filter({ hasText: category });
    await button.click();
    await expect(page).toHaveURL(`/projects?category=${encodeURIComponent(category)}`);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(button).toBeFocused();
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ scroll: 120, announcement: '' });
    await painted(page);
    // The page may still request the site's icon, and the pictures of cards that have come into view.
    expect(requested.filter((url) => !/\.(?:jpe?g|png|webp|avif|svg)\b/.test(url))).toEqual([]);

    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
    await page.goBack();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.goForward();
    await page.getByRole('link', { name: 'Back to projects' }).click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');

    await buttons(page).filter({ hasText: /^All$/ }).click();
    await expect(page).toHaveURL('/projects');
  });
});

test('§2 a project’s cover reaches both edges of a wide, low window', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 800 });
  const record = (await projectRecords()).find(({ cover_Image }) => cover_Image);
  await openHydrated(page, `/projects/${record?.id}`);
  const cover = page.getByRole('main').locator('img').first();
  await expect(cover).toBeVisible();
  const { left, right } = await cover.evaluate((picture) => picture.getBoundingClientRect());
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect({ left, right }).toEqual({ left: 0, right: width });
});
