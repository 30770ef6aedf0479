import type { Page } from '@playwright/test';

/**
 * Intercepts links to the MiCora app (`micora:`), because the browser would otherwise show a dialog over the page. Call this
 * function before opening the page.
 *
 * @returns a function that returns the links intercepted since the page was opened
 */
export async function keepAppLinks(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const links: string[] = [];
    Object.assign(window, { appLinks: links });
    navigation.addEventListener('navigate', (event) => {
      const { url } = event.destination;
      if (!url.startsWith('micora:')) return;
      links.push(url);
      event.preventDefault();
    });
  });
  return () => page.evaluate(() => (window as unknown as { appLinks: string[] }).appLinks);
}
