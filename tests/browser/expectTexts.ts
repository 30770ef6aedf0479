import { expect, type Page } from '@playwright/test';

/**
 * Expects pages to contain the given text before any script runs.
 *
 * @param page a page with JavaScript disabled
 * @param textsByPath the pieces of text that each page must contain, by path
 */
export async function expectTexts(page: Page, textsByPath: Record<string, string[]>): Promise<void> {
  for (const [path, texts] of Object.entries(textsByPath)) {
    await page.goto(path);
    const shown = (await page.locator('#root').textContent()) ?? '';
    const missing = texts.filter((text) => !shown.includes(text));
    expect({ path, missing }).toEqual({ path, missing: [] });
  }
}
