import type { Page } from '@playwright/test';

/** In a page: whether React has taken over what was prerendered, each part of it. */
export function isHydrated(): boolean {
  const root = document.getElementById('root');
  const has = (element: Element, name: string) => Object.keys(element).some((key) => key.startsWith(name));
  // Each of these has a boundary of its own, which React hydrates after the root.
  const parts = document.querySelectorAll('#root :is(header, main, footer, form):not(article *)');
  return (
    root !== null && has(root, '__reactContainer') && [...parts].every((part) => has(part, '__reactFiber'))
  );
}

/** Waits until React has taken over the prerendered page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

/** Opens an address, and waits until React has taken over what was prerendered there. */
export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}
