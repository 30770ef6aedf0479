import { expect, type Page } from '@playwright/test';
import { openHydrated } from './hydrated';

/**
 * Opens a site's contact page and types a name.
 *
 * @returns what fails unless the page is still there, not loaded again, with the name
 */
export async function openTyped(page: Page, siteUrl: string): Promise<() => Promise<void>> {
  await openHydrated(page, `${siteUrl}/contact`);
  const name = page.getByRole('textbox', { name: 'Full name' });
  await name.fill('Ada Lovelace');
  await page.evaluate(() => document.documentElement.setAttribute('data-loaded-once', ''));
  return async () => {
    await expect(name).toHaveValue('Ada Lovelace');
    await expect(page.locator('html')).toHaveAttribute('data-loaded-once');
  };
}
