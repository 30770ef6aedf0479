import type { Page } from '@playwright/test';

/** Navigates on the client to a page, even if the current page does not link to it. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
