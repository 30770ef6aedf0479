import { openHydrated } from './hydrated';
import { expect, test } from './test';

// The browser logs an error for each document with status 404.
test.use({ expectedNoise: [/status of 404|^status 404/] });

test('§2 the 404 page links home and to the projects, and never shows the address', async ({ page }) => {
  await openHydrated(page, '/call-0800-fraud?really=yes#now');
  const links = page.getByRole('main').getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/projects',
  ]);
  await expect(page.locator('body')).not.toContainText(/fraud|really/);
  await page.evaluate('window.sameDocument = true');
  await links.last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our projects');
  expect(await page.evaluate('window.sameDocument')).toBe(true);
});

for (const [title, paths] of Object.entries({
  'Page not found': ['/nowhere', '/projects/one/two', '/micora/nowhere', '/404', '/assets', '/projects/%00'],
  'Project Not Found': ['unknown', "a'b", 'a"b', "x' || 1=1 || id='", '../settings', '<script>'].map(
    (id) => `/projects/${encodeURIComponent(id)}`,
  ),
})) {
  test(`§2 unknown addresses return 404 with the heading '${title}'`, async ({ page }) => {
    for (const path of paths) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      });
    }
  });
}
