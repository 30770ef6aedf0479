import type { Page } from '@playwright/test';

/** Waits until a page has painted pending changes and their consequences. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}
