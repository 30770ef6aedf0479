import { expect, type Page } from '@playwright/test';

/** Expects each picture of a page to be shown when it is scrolled into view, from an address that matches. */
export async function expectPictures(page: Page, address: RegExp): Promise<void> {
  const pictures = await page.getByRole('main').locator('img').all();
  expect(pictures.length).toBeGreaterThan(3);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    // The smallest pictures, thumbnails, are 96 pixels wide.
    const seen = () =>
      picture.evaluate((image: HTMLImageElement) => [image.naturalWidth > 90, image.currentSrc]);
    await expect.poll(seen).toEqual([true, expect.stringMatching(address)]);
  }
}
