import type { Page } from '@playwright/test';

/** Waits for three frames, in which a page paints pending changes and what follows from them. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}
