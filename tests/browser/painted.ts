import type { Page } from '@playwright/test';

/** Waits for three frames. By then, the page has painted its pending changes and any changes that they cause. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
}
