import { expect, test, type Page } from '@playwright/test';
import { hydrated } from './hydrated';

/** Opens each of these pages of a site: it is whole, and at rest once React has taken it over. */
export async function visitPages(page: Page, siteUrl: string, paths: string[]): Promise<void> {
  for (const path of ['/', '/projects', '/about', '/contact', '/micora']) expect(paths).toContain(path);
  for (const path of paths) {
    await test.step(path, async () => {
      const response = await page.goto(siteUrl + path);
      expect(response?.status()).toBe(200);
      expect(await response?.text()).toContain('<h1');
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }
}
