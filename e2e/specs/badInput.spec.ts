import type { Route } from '@playwright/test';
import { expect, test } from '../test';

test.describe('§2 ids that are no ids', () => {
  // A 404 page has a 404 status line, in the browser's console too.
  test.use({ expectedNoise: [/status of 404|^status 404/] });

  test("§2 are answered with 'Project Not Found'", async ({ page }) => {
    for (const id of ['unknown', "a'b", 'a"b', "x' || 1=1 || id='", '%2e%2e%2fsettings', '<script>']) {
      await test.step(id, async () => {
        const response = await page.goto(`/projects/${id.startsWith('%') ? id : encodeURIComponent(id)}`);
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
        await expect(page.getByText('The project you are looking for does not exist.')).toBeVisible();
        await expect(page.getByRole('link', { name: 'View All Projects' })).toBeVisible();
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      });
    }
  });
});

// What our own backend cannot be brought to answer is answered here in its place.
test.describe('§3 odd projects', () => {
  // Its pages have no data: all of it comes from what is answered here.
  test.use({ site: 'SITE_WITHOUT_BACKEND_URL', expectedNoise: [/502/] });

  const project = { id: 'odd', collectionId: 'projects', title: 'Odd project', category: 'Website' };

  async function answer(route: Route, items: unknown[]): Promise<void> {
    await route.fulfill({ json: { page: 1, perPage: 500, totalItems: -1, totalPages: -1, items } });
  }

  test('§3 ten megabytes of JSON in a field neither crash nor stall the pages', async ({ page }) => {
    const technologies = Array.from(
      { length: 200_000 },
      (_, index) => `Technology number ${index} of a very long list`,
    );
    expect(JSON.stringify(technologies).length).toBeGreaterThan(8_000_000);
    await page.route('**/api/collections/projects/records*', (route) =>
      answer(route, [{ ...project, technologies }]),
    );
    await page.goto('/projects');
    await expect(page.getByRole('link', { name: 'Odd project' })).toBeVisible();
    expect(await page.locator('*').count()).toBeLessThan(2_000);
    await page.goto('/projects/odd');
    await expect(page.getByRole('heading', { level: 1, name: 'Odd project' })).toBeVisible();
    expect(await page.locator('*').count()).toBeLessThan(2_000);
  });

  test('§3 are shown, with technologies of any kind, and without any optional field', async ({ page }) => {
    let items: { title: string }[] = [];
    await page.route('**/api/collections/projects/records*', (route) => answer(route, items));
    const anyKind = [
      null,
      'React, Go',
      42,
      { front: ['React'], back: { language: 'Go' } },
      [['React'], null, true],
    ];
    for (const odd of [...anyKind.map((technologies) => ({ ...project, technologies })), { id: 'odd' }]) {
      const title = JSON.stringify(odd);
      await test.step(title, async () => {
        items = [{ ...odd, title }];
        await page.goto('/projects');
        await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
        await page.goto('/projects/odd');
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      });
    }
  });

  test('§4 more than 500 projects come page by page until a short page', async ({ page }) => {
    const asked: string[] = [];
    await page.route('**/api/collections/projects/records*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(`${query.get('page')}/${query.get('perPage')}/${query.get('sort')}`);
      const number = Number(query.get('page'));
      const count = number < 3 ? 500 : 7;
      return answer(
        route,
        Array.from({ length: count }, (_, index) => ({ ...project, id: `p${number}x${index}` })),
      );
    });
    await page.goto('/projects');
    await expect(page.getByRole('article')).toHaveCount(1007);
    expect(asked).toEqual(['1/500/created', '2/500/created', '3/500/created']);
  });

  test('§8 a backend that answers 200 with HTML is an error, not a blank page', async ({ page }) => {
    await page.route('**/api/collections/projects/records*', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Welcome</h1>' }),
    );
    await page.goto('/projects');
    await expect(page.getByRole('heading', { name: 'Error Loading Projects' })).toBeVisible();
    await page.goto('/projects/odd');
    await expect(page.getByText('Failed to load project. Please try again later.')).toBeVisible();
  });
});
