import { expect, test, type Page } from '@playwright/test';
import { hydrated } from './hydrated';

/**
 * Opens the given pages of a site, and also its 404 page. Expects each page to have a heading in its HTML, to hydrate, and to
 * stop making requests.
 */
export async function visitPages(page: Page, siteUrl: string, paths: string[]): Promise<void> {
  for (const path of ['/', '/projects', '/about', '/contact', '/micora']) expect(paths).toContain(path);
  for (const path of [...paths, '/nowhere']) {
    await test.step(path, async () => {
      const response = await page.goto(siteUrl + path);
      expect(response?.status()).toBe(path === '/nowhere' ? 404 : 200);
      expect(await response?.text()).toContain('<h1');
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('main')).toHaveCount(1);
    });
  }
}
