import { expect, type Page } from '@playwright/test';

/** Scrolls to each picture in a page's main content. Expects every picture to load from a URL that matches `address`. */
export async function expectPictures(page: Page, address: RegExp): Promise<void> {
  const pictures = await page.getByRole('main').locator('img').all();
  expect(pictures.length).toBeGreaterThan(3);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    // The smallest pictures are thumbnails, which are 96 pixels wide. If an image is narrower, its picture has not loaded.
    const state = () =>
      picture.evaluate((image: HTMLImageElement) => ({
        isLoaded: image.naturalWidth > 90,
        address: image.currentSrc,
      }));
    await expect.poll(state).toEqual({ isLoaded: true, address: expect.stringMatching(address) as unknown });
  }
}
