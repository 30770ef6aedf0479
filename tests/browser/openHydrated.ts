import type { Page } from '@playwright/test';
import { hydrated } from './hydrated';

/** Opens an address, and waits until React has taken over what was prerendered there. */
export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}
