import { chromium } from '@playwright/test';
import type { BrowserWindow } from './BrowserWindow';

/**
 * Opens a Chromium window that emulates touch input. Also works with Chromium versions that are too old for most Playwright
 * features.
 *
 * @throws Error with Playwright's message if the browser does not start
 */
export async function openChromium(executablePath: string): Promise<BrowserWindow> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const messages: string[] = [];
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, hasTouch: true });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        messages.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
    return {
      async open(url) {
        await page.goto(url);
      },
      run: async <Args extends unknown[], T>(inPage: (...args: Args) => T, ...args: Args) =>
        page.evaluate<T>(`(${inPage.toString()})(...${JSON.stringify(args)})`),
      type: (text) => page.keyboard.type(text),
      tap: (x, y) => page.touchscreen.tap(x, y),
      resize: (width, height) => page.setViewportSize({ width, height }),
      takeMessages: () => messages.splice(0),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
