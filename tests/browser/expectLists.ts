import { expect, type Page } from '@playwright/test';

/**
 * Opens pages, and expects every list without markers to have `role="list"`. Without this role, Safari does not tell screen
 * readers that the element is a list.
 */
export async function expectLists(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll('ul:not([role=list]), ol:not([role=list])')]
        .filter((list) => getComputedStyle(list).listStyleType === 'none')
        .map((list) => list.outerHTML.slice(0, 120)),
    );
    expect({ path, lost }).toEqual({ path, lost: [] });
  }
}
