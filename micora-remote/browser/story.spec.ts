import { openHydrated } from '@site/tests/browser/hydrated';
import { painted } from '@site/tests/browser/painted';
import { expect, test } from '@site/tests/browser/test';

const CHAPTERS = ['Date Memories', 'Smart Reminders', 'Private Journal', 'Cloud Sync'];

/**
 * Measures each chapter's phone, in pixels. Runs in the browser, not in Node. `distance` is the vertical distance between
 * the middle of the phone and the middle of its chapter's text.
 */
const readPhones = () =>
  [...document.querySelectorAll('#features ~ ol > li')].map((chapter) => {
    const [text, phone] = [...chapter.children] as [Element, Element];
    const { visibility, opacity } = getComputedStyle(phone);
    const { top, bottom, height } = phone.getBoundingClientRect();
    const words = text.getBoundingClientRect();
    return {
      isSeen: visibility === 'visible' && opacity !== '0' && bottom > 0 && top < innerHeight,
      isWhole: opacity === '1',
      top: Math.round(top),
      distance: Math.abs(top + height / 2 - words.top - words.height / 2),
    };
  });

test('§2 the phone stays in place, and its screen follows the chapter', async ({ page }) => {
  await openHydrated(page, '/micora');
  async function readPositions(): Promise<number[]> {
    const positions: number[] = [];
    for (const [index, name] of CHAPTERS.entries()) {
      const text = page.locator('#features ~ ol > li > :first-child').filter({ hasText: name });
      await text.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      const shownPhone = () =>
        page.evaluate(() => {
          const phones = [...document.querySelectorAll('#features ~ ol > li > :last-child')];
          const { left = 0, width = 0 } = phones[0]?.getBoundingClientRect() ?? {};
          const hit = document.elementFromPoint(left + width / 2, innerHeight / 2);
          return phones.findIndex((phone) => phone.contains(hit));
        });
      await expect.poll(shownPhone, name).toBe(index);
      positions.push((await page.evaluate(readPhones))[index]?.top ?? NaN);
    }
    return positions;
  }
  // Repeats the measurement, because on a busy machine the page may still be scrolling. Ignores the first chapter, which is
  // in view before its phone has reached the sticky position.
  await expect.poll(async () => new Set((await readPositions()).slice(1)).size).toBe(1);
});

test('§2 while the visitor scrolls, two screens never overlap', async ({ page }) => {
  await openHydrated(page, '/micora');
  const story = await page.locator('#features ~ ol').boundingBox();
  if (!story) throw new Error('The story is not on the page.');
  for (let y = story.y - 900; y < story.y + story.height; y += 40) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await painted(page);
    const seen = (await page.evaluate(readPhones)).filter(({ isSeen }) => isSeen);
    expect(
      seen.every(({ isWhole }) => isWhole),
      `no screen fades at ${y} px`,
    ).toBe(true);
    expect(new Set(seen.map(({ top }) => top)).size, `one place at ${y} px`).toBeLessThanOrEqual(1);
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('§2 each chapter has its own phone beside it', async ({ page }) => {
    await openHydrated(page, '/micora');
    const phones = await page.evaluate(readPhones);
    expect(phones).toHaveLength(CHAPTERS.length);
    for (const { distance } of phones) expect(distance).toBeLessThan(4);
  });
});

for (const width of [390, 768, 1440, 2560])
  test(`§2 a full-page screenshot at ${width} px shows every phone, and no large empty part`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: width < 1000 ? 844 : 1200 });
    await openHydrated(page, '/micora');
    // Measures the page before any scrolling, because a full-page screenshot shows it in that state.
    const rows = await page.evaluate(() => {
      const rectangles = [...document.querySelectorAll('svg:not(svg svg)')]
        // In wide windows, ignores the phones beside the text, because they would hide a large gap in the text.
        .filter((drawing) => innerWidth < 768 || !drawing.closest('#features ~ ol > li > :last-child'))
        .map((drawing) => drawing.getBoundingClientRect());
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        if (!texts.currentNode.parentElement?.closest('svg')) rectangles.push(...range.getClientRects());
      }
      return rectangles.map(({ top, bottom }) => [top, bottom] as const).sort(([a], [b]) => a - b);
    });
    let reached = 0;
    for (const [top, bottom] of rows) {
      expect(top - reached, `empty below ${reached} px`).toBeLessThan(300);
      reached = Math.max(reached, bottom);
    }
    const phones = await page.evaluate(readPhones);
    if (width >= 768) for (const { distance } of phones) expect(distance).toBeLessThan(100);
  });
