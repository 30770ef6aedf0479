import { expect, type Page } from '@playwright/test';

/**
 * Opens each path, and expects the text of its page to contain the strings listed for that path.
 *
 * @param page a Playwright page with JavaScript disabled
 */
export async function expectTexts(page: Page, textsByPath: Record<string, string[]>): Promise<void> {
  for (const [path, texts] of Object.entries(textsByPath)) {
    await page.goto(path);
    const shown = (await page.locator('#root').textContent()) ?? '';
    const missing = texts.filter((text) => !shown.includes(text));
    expect({ path, missing }).toEqual({ path, missing: [] });
  }
}
