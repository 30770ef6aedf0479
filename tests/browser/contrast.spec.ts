import { everyAddress } from './everyAddress';
import { openHydrated } from './hydrated';
import { expect, test } from './test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('Accessibility: lines, text and card edges are visible in forced colours and with more contrast', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const path of await everyAddress()) {
    await openHydrated(page, path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors: 'none', contrast: 'no-preference' });
      await page.evaluate(markCards);
      await page.emulateMedia({ forcedColors: 'active' });
      const without = await page.evaluate(cardsWithoutEdge);
      expect({ path, colorScheme, without }).toEqual({ path, colorScheme, without: [] });

      await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
      // Colour transitions may still be running, so this expectation is retried.
      const weak = async () => ({ path, colorScheme, weak: await page.evaluate(weakLinesAndTexts) });
      await expect.poll(weak).toEqual({ path, colorScheme, weak: [] });
    }
  }
});

/** Runs in the browser. Marks all cards: elements with rounded corners and a background that differs from their surroundings. */
function markCards(): void {
  for (const card of document.querySelectorAll('[data-card]')) card.removeAttribute('data-card');
  // Finish the transitions, so that all backgrounds have their final colour.
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();
  const findBackground = (element: Element | null): string => {
    if (!element) return '';
    const { backgroundColor } = getComputedStyle(element);
    return /, 0\)$|^transparent$/.test(backgroundColor)
      ? findBackground(element.parentElement)
      : backgroundColor;
  };
  const cards = [...document.querySelectorAll('#root :not(svg *)')].filter((element) => {
    const { borderTopLeftRadius } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    if (parseFloat(borderTopLeftRadius) < 4 || width < 40 || height < 20) return false;
    return element.checkVisibility() && findBackground(element) !== findBackground(element.parentElement);
  });
  for (const card of cards) card.setAttribute('data-card', '');
}

/** Runs in the browser. Returns the marked cards that have neither a border nor an outline. */
function cardsWithoutEdge(): string[] {
  return [...document.querySelectorAll('[data-card]')]
    .filter((card) => {
      const { borderTopStyle, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(card);
      const isDrawn = (style: string, width: string) => style !== 'none' && parseFloat(width) >= 1;
      return !isDrawn(borderTopStyle, borderTopWidth) && !isDrawn(outlineStyle, outlineWidth);
    })
    .map((card) => `${card.localName}.${card.className}`);
}

/**
 * Runs in the browser. Returns muted text with a contrast below 7:1, other text below 4.5:1, and lines and card edges below
 * 3:1.
 */
function weakLinesAndTexts(): string[] {
  const luminance = ([red = 0, green = 0, blue = 0]: number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const isClear = (colour: string) => channels(colour)[3] === 0 || !/^rgb/.test(colour);
  const backgroundOf = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return isClear(backgroundColor) ? backgroundOf(element.parentElement) : backgroundColor;
  };
  const contrast = (one: string, other: string) => {
    const ratio = luminance(channels(one)) / luminance(channels(other));
    return Math.max(ratio, 1 / ratio);
  };
  const weak: string[] = [];
  const report = (element: Element, part: string, ratio: number) =>
    weak.push(`${element.localName}.${element.className} ${part} ${ratio.toFixed(1)}`);
  for (const element of document.querySelectorAll('main :not(svg *, svg)')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) continue;
    const style = getComputedStyle(element);
    const around = backgroundOf(element.parentElement);
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const ratio = contrast(style.color, backgroundOf(element));
    // Only muted text has to reach 7:1. Text in other colours, such as links and notices, has to meet WCAG AA (4.5:1).
    if (hasText && style.color === style.getPropertyValue('--color-ink-muted') && ratio < 7)
      report(element, 'text', ratio);
    if (hasText && ratio < 4.5) report(element, 'text', ratio);
    for (const side of ['Top', 'Bottom', 'Left'] as const) {
      if (parseFloat(style[`border${side}Width`]) === 0 || isClear(style[`border${side}Color`])) continue;
      const line = contrast(style[`border${side}Color`], around);
      if (line < 3) report(element, 'line', line);
    }
    if (element.hasAttribute('data-card') && parseFloat(style.borderTopWidth) === 0) {
      const edge =
        style.outlineStyle === 'none' || isClear(style.outlineColor)
          ? 1
          : contrast(style.outlineColor, around);
      const ground = contrast(backgroundOf(element), around);
      if (Math.max(edge, ground) < 3) report(element, 'edge', edge);
    }
  }
  return [...new Set(weak)];
}
