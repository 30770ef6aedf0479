import type { Page } from '@playwright/test';

/**
 * Intercepts a page's navigations to the app, which would otherwise open a browser dialog over the page. Call this function
 * before you open the page.
 *
 * @returns a function that returns the links intercepted so far
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
