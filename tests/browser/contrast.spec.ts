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
      // Poll, because colour transitions may still be running.
      const weak = async () => ({ path, colorScheme, weak: await page.evaluate(weakLinesAndTexts) });
      await expect.poll(weak).toEqual({ path, colorScheme, weak: [] });
    }
  }
});

/**
 * Runs in the browser. Adds the attribute `data-card` to each card. A card is an element that has rounded corners and a
 * different background colour from its surroundings.
 */
function markCards(): void {
  for (const card of document.querySelectorAll('[data-card]')) card.removeAttribute('data-card');
  // Finish the transitions, so that all backgrounds have their final colours.
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
 * Runs in the browser. Returns one string for each text, border or card edge whose contrast is too low. The minimum is 7:1
 * for muted text, 4.5:1 (WCAG AA) for other text, such as links and notices, and 3:1 for borders and card edges.
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
