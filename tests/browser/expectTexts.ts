import { expect, type Page } from '@playwright/test';

/**
 * Expects that pages have all of these texts, word for word, as they are delivered.
 *
 * @param page without JavaScript
 * @param pages the texts by the address of the page
 */
export async function expectTexts(page: Page, pages: Record<string, string[]>): Promise<void> {
  for (const [path, texts] of Object.entries(pages)) {
    await page.goto(path);
    const shown = (await page.locator('#root').textContent()) ?? '';
    expect({ path, lost: texts.filter((text) => !shown.includes(text)) }).toEqual({ path, lost: [] });
  }
}
