import type { Page } from '@playwright/test';
import { holdBack } from '../browser/holdBack';
import { hydrated, openHydrated } from '../browser/hydrated';
import { expect, releasedPaths, test } from '../browser/test';

async function listFonts(page: Page, selector: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const fontsOfNodes = [];
  for (const nodeId of nodeIds)
    fontsOfNodes.push((await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts);
  await session.detach();
  return fontsOfNodes;
}

/** Matches emoji and similar characters, which the browser draws with a system font. */
const PICTOGRAMS = /\p{Extended_Pictographic}/u;

test('Speed: the home page loads one font of less than 32 KB', async ({ page }) => {
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.woff2')) sizes.push(Number(response.headers()['content-length']));
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeGreaterThan(20_000);
  expect(sizes[0]).toBeLessThan(32_000);
});

test('Speed: text uses its font, unless the font arrives late, because text must never move', async ({
  page,
}) => {
  const customFonts = async () =>
    (await listFonts(page, 'main p')).flat().filter((font) => font.isCustomFont);
  const release = await holdBack(page, '**/*.woff2');
  await page.goto('/privacy', { waitUntil: 'commit' });
  await hydrated(page);
  release();
  await page.waitForLoadState('networkidle');
  expect(await customFonts()).toEqual([]);
  await page.unrouteAll();
  await page.reload();
  await hydrated(page);
  await expect.poll(async () => (await customFonts()).length).toBeGreaterThan(0);
});

test('Speed: the display font has every character that pages draw with it', async ({ page }) => {
  const missing: string[] = [];
  let checked = 0;
  for (const path of releasedPaths()) {
    await openHydrated(page, path);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const texts = await page.evaluate(() => {
      const isDisplay = (element: Element) =>
        /^"?Bricolage Grotesque/.test(getComputedStyle(element).fontFamily);
      // For each element, `listFonts` also lists the fonts of its descendants. So choose only elements whose descendants all
      // use the display font.
      const elements = [...document.querySelectorAll<HTMLElement>('#root *')].filter(
        (element) =>
          [element, ...element.querySelectorAll('*')].every(isDisplay) &&
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
      );
      elements.forEach((element, index) => element.setAttribute('data-display-text', String(index)));
      return elements.map((element) => element.innerText);
    });
    expect(texts.length, path).toBeGreaterThan(0);
    for (const [index, fonts] of (await listFonts(page, '[data-display-text]')).entries()) {
      const text = texts[index] ?? '';
      if (!text.trim() || PICTOGRAMS.test(text)) continue;
      checked += 1;
      const systemFont = fonts.find(({ isCustomFont }) => !isCustomFont);
      if (systemFont) missing.push(`${path}: ${text} (${systemFont.familyName})`);
    }
  }
  expect(checked).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('Speed: a display font that arrives late is still used on the first visit', async ({ page }) => {
  const release = await holdBack(page, '**/*.woff2');
  await page.goto('/', { waitUntil: 'commit' });
  await hydrated(page);
  const isDisplayFont = async () =>
    (await listFonts(page, 'h1')).flat().map(({ isCustomFont }) => isCustomFont);
  expect(await isDisplayFont()).toEqual([false]);
  // With `swap`, a font may arrive at any time. With `optional`, the browser would ignore a font that takes longer than a
  // tenth of a second.
  expect(await page.evaluate(() => [...document.fonts][0]?.display)).toBe('swap');
  release();
  await expect.poll(isDisplayFont).toEqual([true]);
});

test('Speed: without its font, text is about as wide as in Arial, even on Linux without fonts', async ({
  page,
}) => {
  await page.goto('/privacy');
  const width = await page.evaluate(() => {
    const line = document.createElement('span');
    line.textContent = 'the people who plan a product should be the people who build it';
    const [, ...fallbacks] = getComputedStyle(line.ownerDocument.documentElement)
      .getPropertyValue('--font-body')
      .split(',');
    line.style.cssText = `font: 400 100px ${fallbacks.join()}; white-space: nowrap; position: absolute`;
    document.querySelector('main')?.append(line);
    return line.getBoundingClientRect().width;
  });
  // The width in pixels of the line in 100 px Arial, computed from the character widths in the font file.
  const arial = 2_824;
  expect(width / arial).toBeGreaterThan(0.9);
  expect(width / arial).toBeLessThan(1.08);
});
