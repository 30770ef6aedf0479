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

test('Accessibility: with text at twice the size, items side by side stack at 390 px', async ({ page }) => {
  const pairs: Record<string, [selector: string, one: string, other: string][]> = {
    '/': [['main #work ~ ul article', 'h3', 'h3 + p']],
    '/about': [
      ['main #timeline ~ ol > li', 'svg', 'time'],
      ['main #values ~ ul > li', 'svg', 'h3'],
      ['footer', 'div:has(> h2:text("Services"))', 'nav'],
    ],
  };
  for (const [path, all] of Object.entries(pairs)) {
    await openHydrated(page, path);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    for (const [selector, one, other] of all) {
      const place = page.locator(selector).first();
      const boxes = await Promise.all([one, other].map((part) => place.locator(part).first().boundingBox()));
      const [upper, lower] = boxes.sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
      expect(upper, selector).not.toBeNull();
      expect((upper?.y ?? 0) + (upper?.height ?? 0), selector).toBeLessThanOrEqual((lower?.y ?? 0) + 1);
    }
  }
});

/** Runs in a page. Returns the words with a line break inside, except email addresses, which have no place to break. */
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
