import { expect, type Page } from '@playwright/test';

/** Expects that each picture of a page is shown once it is near, from an address of one kind. */
export async function expectPictures(page: Page, address: RegExp): Promise<void> {
  const pictures = await page.getByRole('main').locator('img').all();
  expect(pictures.length).toBeGreaterThan(3);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    // Thumbnails are 96 pixels wide.
    const seen = () =>
      picture.evaluate((image: HTMLImageElement) => [image.naturalWidth > 90, image.currentSrc]);
    await expect.poll(seen).toEqual([true, expect.stringMatching(address)]);
  }
}
