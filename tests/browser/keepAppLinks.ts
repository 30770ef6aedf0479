import type { Page } from '@playwright/test';

/**
 * Keeps a page's links to the app, which would otherwise open a dialog of the browser's own, above the page. To be
 * called before the page is opened.
 *
 * @returns a function that gives the links so far
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
