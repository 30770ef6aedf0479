import type { Page } from '@playwright/test';

/** Holds back what a page asks for, by a pattern of its address, until the function is called that this gives. */
export async function holdBack(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}
