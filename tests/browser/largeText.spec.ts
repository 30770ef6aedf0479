import { everyAddress } from './everyAddress';
import { openHydrated } from './hydrated';
import { expect, test } from './test';

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

test('Accessibility: with text at twice the size, no word is broken at 390 px', async ({ page }) => {
  for (const path of await everyAddress()) {
    await openHydrated(page, path);
    expect({ path, broken: await page.evaluate(doubleTextAndFindBrokenWords) }).toEqual({ path, broken: [] });
  }
});

test('Accessibility: with text at twice the size, side-by-side items stack at 390 px', async ({ page }) => {
  const itemsByPath: Record<string, { container: string; items: string[] }[]> = {
    '/': [{ container: 'main #work ~ ul article', items: ['h3', 'h3 + p'] }],
    '/about': [
      { container: 'main #timeline ~ ol > li', items: ['svg', 'time'] },
      { container: 'main #values ~ ul > li', items: ['svg', 'h3'] },
      { container: 'footer', items: ['div:has(> h2:text("Services"))', 'nav'] },
    ],
  };
  for (const [path, places] of Object.entries(itemsByPath)) {
    await openHydrated(page, path);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    for (const { container, items } of places) {
      const place = page.locator(container).first();
      const boxes = await Promise.all(items.map((item) => place.locator(item).first().boundingBox()));
      const [upper, lower] = boxes.sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
      expect(upper, container).not.toBeNull();
      expect((upper?.y ?? 0) + (upper?.height ?? 0), container).toBeLessThanOrEqual((lower?.y ?? 0) + 1);
    }
  }
});

/** Runs in the browser. Ignores any text with an email address. */
function doubleTextAndFindBrokenWords(): string[] {
  document.documentElement.style.fontSize = '200%';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent, textContent } = node;
    if (!parent?.checkVisibility({ visibilityProperty: true }) || textContent?.includes('@')) continue;
    for (const { 0: word, index } of textContent?.matchAll(/[\p{L}\p{N}’']+/gu) ?? []) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(`${word} (${parent.localName})`);
    }
  }
  return broken;
}
