import { expect, type Page } from '@playwright/test';

/**
 * Opens pages without running scripts, and expects each page to contain the given strings.
 *
 * @param page a Playwright page with JavaScript disabled
 * @param textsByPath the strings that each page must contain, by the page's path
 */
export async function expectTexts(page: Page, textsByPath: Record<string, string[]>): Promise<void> {
  for (const [path, texts] of Object.entries(textsByPath)) {
    await page.goto(path);
    const shown = (await page.locator('#root').textContent()) ?? '';
    const missing = texts.filter((text) => !shown.includes(text));
    expect({ path, missing }).toEqual({ path, missing: [] });
  }
}
