import { hydrated } from '../hydrated';
import { releasedPaths } from '../releasedPaths';
import { expect, test } from '../test';

// Only a development build reports attributes that differ between server and browser.
for (const [build, site] of [
  ['production', 'SITE_URL'],
  ['development', 'DEVELOPMENT_SITE_URL'],
] as const) {
  test.describe(`Hydration: every page of the release, ${build} build`, () => {
    // A 404 page has a 404 status line, in the browser's console too.
    test.use({ site, expectedNoise: [/status of 404|^status 404/] });
    test.setTimeout(180_000);

    test('hydrates without a message, a failed request, or an uncaught error', async ({ page }) => {
      const paths = releasedPaths();
      for (const path of ['/', '/projects', '/about', '/contact', '/micora']) expect(paths).toContain(path);
      for (const path of [...paths, '/nowhere']) {
        await test.step(path, async () => {
          const response = await page.goto(path);
          expect(response?.status()).toBe(path === '/nowhere' ? 404 : 200);
          await hydrated(page);
          await page.waitForLoadState('networkidle');
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        });
      }
    });
  });
}
