import type { Locator, Page } from '@playwright/test';
import { hydrated } from '../hydrated';
import { projectRecords } from '../projectRecords';
import { expect, test } from '../test';

test.describe('§2 the project list over the real backend', () => {
  test('§2 shows every project with category, status, description and technologies', async ({ page }) => {
    const records = await projectRecords();
    await page.goto('/projects');
    await expect(page.getByRole('article')).toHaveCount(records.length);
    for (const [index, record] of records.entries()) {
      const card = page.getByRole('article').nth(index);
      await expect(card.getByRole('link', { name: record.title })).toHaveAttribute(
        'href',
        `/projects/${record.id}`,
      );
      await expect(card.getByText(record.category, { exact: true })).toBeVisible();
      await expect(card.getByText(record.status, { exact: true })).toBeVisible();
      await expect(card.getByText(record.description)).toBeVisible();
    }
  });

  test('§2 covers are really shown, as copies made for the screen', async ({ page }) => {
    await page.goto('/projects');
    const cover = page.getByRole('article').first().locator('img');
    await expect(cover).toBeVisible();
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
    expect(await cover.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /\/assets\/pictures\/.+\/480\.avif$/,
    );
    await expect(cover).toHaveAttribute('src', /\/api\/files\/.+\?thumb=/);
  });

  test.describe('when copies have been lost', () => {
    test.use({ expectedNoise: [/404.*assets\/pictures|assets\/pictures.*404/] });

    for (const how of ['on a direct load', 'after a move'])
      test(`§7 the backend’s file takes their place, ${how}`, async ({ page }) => {
        await page.route('**/assets/pictures/**', (route) => route.fulfill({ status: 404 }));
        await page.goto(how === 'after a move' ? '/' : '/projects');
        if (how === 'after a move') {
          await hydrated(page);
          await page.getByRole('link', { name: 'View Our Work' }).click();
        }
        const cover = page.getByRole('article').first().locator('img');
        await expect
          .poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
          .toMatch(/\/api\/files\/.+\?thumb=/);
        expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      });
  });

  test.describe('while the backend is away', () => {
    test.use({ expectedNoise: [/\/api\/|ERR_FAILED/] });

    test('§2 every picture is shown, in the list and in a gallery', async ({ page }) => {
      const record = (await projectRecords()).find(({ images }) => images.length > 2);
      await page.route('**/api/**', (route) => route.abort());
      for (const path of ['/projects', `/projects/${record?.id}`]) {
        await page.goto(path);
        await hydrated(page);
        const images = await page.locator('main img').all();
        expect(images.length).toBeGreaterThan(3);
        for (const image of images) {
          await image.scrollIntoViewIfNeeded();
          await expect
            .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
            .toBeGreaterThan(0);
        }
      }
    });
  });

  test('no picture comes from the backend', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/projects');
    await hydrated(page);
    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('region', { name: /^Pictures of/ })).toBeVisible();
    for (const image of await page.locator('main img').all()) {
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    }
    expect(asked.filter((url) => url.includes('/api/files/'))).toEqual([]);
    expect(asked.filter((url) => url.includes('/assets/pictures/')).length).toBeGreaterThan(4);
  });

  test('§4 six skeletons stand for at least 300 ms, then the projects', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('link', { name: 'View Our Work' }).click();
    await expect(page.getByTestId('skeleton')).toHaveCount(6);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByTestId('skeleton')).toHaveCount(0);
  });

  test('§4 on a direct load the projects are there before any script, and are read again once', async ({
    page,
    request,
  }) => {
    const records = await projectRecords();
    const html = await (await request.get('/projects')).text();
    for (const { title } of records) expect(html).toContain(`>${title}</a>`);
    const asked: string[] = [];
    page.on('request', (one) => {
      if (one.url().includes('/api/collections/')) asked.push(one.url());
    });
    await page.goto('/projects');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('article')).toHaveCount(records.length);
    expect(asked).toHaveLength(1);
  });

  test('§2 filters by category', async ({ page }) => {
    const records = await projectRecords();
    const categories = [...new Set(records.map(({ category }) => category))];
    await page.goto('/projects');
    const filter = page.getByRole('group', { name: 'Filter by category' });
    await expect(filter.getByRole('button')).toHaveText(['All', ...categories]);
    await expect(filter.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
    for (const category of categories) {
      await filter.getByRole('button', { name: category, exact: true }).click();
      const titles = records.filter((record) => record.category === category).map(({ title }) => title);
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles);
    }
    await filter.getByRole('button', { name: 'All' }).click();
    await expect(page.getByRole('article')).toHaveCount(records.length);
  });

  test('§2 a card leads to its project, and back leads to the list', async ({ page }) => {
    const [record] = await projectRecords();
    await page.goto('/projects');
    await hydrated(page);
    await page.getByRole('link', { name: record?.title ?? '' }).click();
    await expect(page).toHaveURL(new RegExp(`/projects/${record?.id}$`));
    await expect(page.getByRole('heading', { level: 1, name: record?.title ?? '' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to Projects' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: record?.title ?? '' })).toBeVisible();
  });
});

test.describe('§2 a project over the real backend', () => {
  test('§2 shows header, details and facts on a direct load, with its own title', async ({ page }) => {
    const [record] = await projectRecords();
    await page.goto(`/projects/${record?.id}`);
    await expect(page.getByRole('heading', { level: 1, name: record?.title ?? '' })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${record?.title}`));
    await expect(page.getByRole('main').getByText(record?.description ?? '')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toHaveAttribute('href', '/contact');
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  });

  test('§4 the gallery wraps around at both ends, by buttons, keys and thumbnails', async ({ page }) => {
    const record = (await projectRecords()).find(({ images }) => images.length > 2);
    const count = record?.images.length ?? 0;
    await page.goto(`/projects/${record?.id}`);
    const shown = (position: number) => page.getByRole('group', { name: `${position} of ${count}` });
    await expect(shown(1)).toBeVisible();
    await page.getByRole('button', { name: 'Previous image' }).click();
    await expect(shown(count)).toBeVisible();
    await page.getByRole('button', { name: 'Next image' }).click();
    await expect(shown(1)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(shown(2)).toBeVisible();
    await page.getByRole('button', { name: `Show picture ${count} of ${count}` }).click();
    await expect(shown(count)).toBeVisible();
    await expect
      .poll(() =>
        shown(count)
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(100);
  });

  test('§2 a project without pictures has no gallery', async ({ page }) => {
    const record = (await projectRecords()).find(({ images }) => images.length === 0);
    await page.goto(`/projects/${record?.id}`);
    await expect(page.getByRole('heading', { level: 1, name: record?.title ?? '' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next image' })).toHaveCount(0);
  });
});

test.describe('§2 the category filter', () => {
  /** The backend answers with a project in each of 18 categories. */
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
  /** Whether a mouse reaches the middle of each. */
  const reached = (all: Locator) =>
    all.evaluateAll((elements) =>
      elements.map((element) => {
        const { left, width, top, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === element;
      }),
    );

  for (const width of [768, 1280]) {
    test.describe(`at ${width} px`, () => {
      test.use({ viewport: { width, height: 900 } });
      test(`§2 18 categories wrap, and each can be reached by mouse`, async ({ page }) => {
        await manyCategories(page);
        await buttons(page).first().scrollIntoViewIfNeeded();
        expect(await reached(buttons(page))).toEqual(Array(19).fill(true));
      });
    });
  }

  test.describe('at 390 px', () => {
    test.use({ viewport: { width: 390, height: 844 } });
    test('§2 of 18 categories it shows at each edge whether there is more', async ({ page }) => {
      await manyCategories(page);
      const filter = page.getByRole('group', { name: 'Filter by category' });
      const box = await filter.boundingBox();
      if (!box) throw new Error('There is no filter.');
      // Above the buttons, at either end.
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
      expect((await reached(buttons(page).last()))[0]).toBe(true);
      await page.goto('/projects?category=Category%20number%2015');
      await expect(buttons(page).filter({ hasText: '15' })).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => reached(buttons(page).filter({ hasText: '15' }))).toEqual([true]);
    });
  });

  test('§2 stands in the address without a move: scroll and focus stay, nothing is announced or requested', async ({
    page,
  }) => {
    const [, record] = await projectRecords();
    const category = record?.category ?? '';
    // The last that a page asks for by itself, when it has time.
    const release = page.waitForResponse('**/release.json');
    await page.goto('/projects');
    await hydrated(page);
    await release;
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    const state = () =>
      page.evaluate(() => ({
        scroll: scrollY,
        entries: history.length,
        said: document.querySelector('[aria-live="polite"][aria-atomic]')?.textContent,
      }));
    await page.evaluate(() => scrollTo(0, 120));
    const before = await state();
    const button = buttons(page).filter({ hasText: category });
    await button.click();
    await expect(page).toHaveURL(`/projects?category=${encodeURIComponent(category)}`);
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(button).toBeFocused();
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ scroll: 120, said: '' });
    await page.waitForTimeout(300);
    // The pictures of cards that have come into view are none of it, nor is the browser’s icon.
    expect(asked.filter((url) => !/\.(?:jpe?g|png|webp|avif|svg)\b/.test(url))).toEqual([]);

    await page.getByRole('article').first().getByRole('link').click();
    await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
    await page.goBack();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.goForward();
    await page.getByRole('link', { name: 'Back to Projects' }).click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');

    await buttons(page).filter({ hasText: /^All$/ }).click();
    await expect(page).toHaveURL('/projects');
  });

  test('§2 is as the address says on a direct load, also of a category that no project has', async ({
    page,
  }) => {
    const [, record] = await projectRecords();
    await page.goto(`/projects?category=${encodeURIComponent(record?.category ?? '')}`);
    await expect(buttons(page).and(page.locator('[aria-pressed=true]'))).toHaveText(record?.category ?? '');
    await page.goto('/projects?category=Underwater%20%3Cb%3E');
    await expect(page.getByText('No projects found in "Underwater <b>" category.')).toBeVisible();
  });
});
