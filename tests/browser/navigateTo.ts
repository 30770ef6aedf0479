import type { Page } from '@playwright/test';
import { hydrated } from './hydrated';

/**
 * Waits until React has hydrated the page, and then navigates to `path` without loading a new document. Works even if the
 * page has no link to `path`.
 */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await hydrated(page);
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
