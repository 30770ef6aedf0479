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

  test('§2 covers come from the backend and are really shown', async ({ page }) => {
    await page.goto('/projects');
    const cover = page.getByRole('article').first().locator('img');
    await expect(cover).toBeVisible();
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
    expect(await cover.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /\/api\/files\/.+\?thumb=/,
    );
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
