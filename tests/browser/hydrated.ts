import type { Page } from '@playwright/test';

/** Runs in the browser. Returns whether React has hydrated every part of the page. */
export function isHydrated(): boolean {
  // React hydrates the root first, and then the header, main content, footer and forms, each separately.
  const parts = document.querySelectorAll('#root, #root :is(header, main, footer, form):not(article *)');
  return (
    parts.length > 0 &&
    [...parts].every((part) => Object.keys(part).some((key) => /^__react(?:Container|Fiber)/.test(key)))
  );
}

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}
