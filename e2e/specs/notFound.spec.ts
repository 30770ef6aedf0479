import { hydrated } from '../hydrated';
import { expect, test } from '../test';

// A 404 page has a 404 status line, in the browser's console too.
test.use({ expectedNoise: [/status of 404|^status 404/] });

test.describe('§2 unknown addresses', () => {
  test('§2 are answered with status 404 and the designed page', async ({ page }) => {
    for (const path of [
      '/nowhere',
      '/projects/one/two',
      '/micora/nowhere',
      '/404',
      '/assets',
      '/projects/%00',
    ]) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      });
    }
  });

  test('§2 the 404 page leads home and to the projects without a full load', async ({ page }) => {
    await page.goto('/nowhere');
    await hydrated(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /projects/i })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our projects' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: /home/i }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('§2 a client-side move to an unknown address shows the 404 page', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await page.evaluate(() => {
      history.pushState(null, '', '/nowhere');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });
});

test('§2 other spellings of an address answer 308 to it', async ({ request }) => {
  for (const [asked, given] of [
    ['/projects/?page=2', '/projects?page=2'],
    ['/index.html', '/'],
    ['//', '/'],
    ['//micora//', '/micora'],
  ]) {
    const response = await request.fetch(`${process.env.SITE_URL}${asked}`, { maxRedirects: 0 });
    const answer = [asked, response.status(), response.headers().location];
    expect(answer).toEqual([asked, 308, given]);
  }
});
