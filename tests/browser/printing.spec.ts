import type { Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { everyAddress } from './everyAddress';
import { openHydrated } from './hydrated';
import { expect, test } from './test';

/** A selector for elements that must not be split between printed pages, such as cards, steps, figures and table rows. */
const UNITS = [
  'main :is(article, li, figure, tr, dl > div, :is(#facts, #prices) ~ div > div)',
  'main :is(#statistics, #mission) ~ ul',
  'main [aria-label="What you can count on"]',
].join();

test.describe('§2 printing', () => {
  test.describe.configure({ timeout: 120_000 });

  test('every page printed in light or dark colours is legible on white paper', async ({ page }) => {
    for (const path of await everyAddress()) {
      await openHydrated(page, path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, media: 'print' });
        // Poll, because colour transitions may still be running.
        const pale = async () => ({ path, colorScheme, pale: await page.evaluate(textsTooPaleForPaper) });
        await expect.poll(pale).toEqual({ path, colorScheme, pale: [] });
      }
    }
  });

  test('on A4 and Letter, no element is split between pages, and no page is nearly empty', async ({
    page,
  }) => {
    for (const path of await everyAddress()) {
      await openHydrated(page, path);
      await page.emulateMedia({ media: 'print' });
      const units = await page.evaluate(textsOfUnits, UNITS);
      const footer = await page.evaluate(textsOfUnits, 'footer');
      await page.emulateMedia({ media: null });
      for (const format of ['A4', 'Letter'] as const) {
        const pages = await print(page, format);
        const split = units.filter(
          (texts) => !pages.some((sheet) => texts.every((text) => sheet.text.includes(text))),
        );
        const footerText = footer.flat().join();
        const nearlyEmpty = pages.filter(
          ({ lines }) => lines.filter((line) => !footerText.includes(line)).length < 3,
        );
        expect({ path, format, split, nearlyEmpty }).toEqual({ path, format, split: [], nearlyEmpty: [] });
      }
    }
  });
});

/**
 * Prints a page to PDF without backgrounds, as browsers do by default. Returns the text and the lines of each sheet, without
 * white space.
 */
async function print(page: Page, format: 'A4' | 'Letter'): Promise<{ text: string; lines: string[] }[]> {
  const data = new Uint8Array(await page.pdf({ format }));
  const paper = await getDocument({ data, verbosity: 0 }).promise;
  const pages = [];
  for (let number = 1; number <= paper.numPages; number += 1) {
    const { items } = await (await paper.getPage(number)).getTextContent();
    const lines = new Map<number, string>();
    let text = '';
    for (const item of items) {
      if (!('str' in item)) continue;
      const words = item.str.replace(/\s/g, '');
      const height = Math.round(item.transform[5] as number);
      if (words) lines.set(height, (lines.get(height) ?? '') + words);
      text += words;
    }
    pages.push({ text, lines: [...lines.values()] });
  }
  await paper.destroy();
  return pages;
}

function textsOfUnits(selector: string): string[][] {
  return [...document.querySelectorAll(selector)].map((unit) => {
    const walker = document.createTreeWalker(unit, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const isShown = parent?.checkVisibility({ visibilityProperty: true });
      if (isShown && !parent?.closest('svg, [class*=hidden]'))
        texts.push((node.textContent ?? '').replace(/\s/g, ''));
    }
    return texts.filter(Boolean);
  });
}

/**
 * Runs in the browser. Returns every text whose contrast on white paper is below 4.5:1. Ignores SVG drawings, because they
 * keep their colours in print.
 */
function textsTooPaleForPaper(): string[] {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((channel) => {
      const part = Number(channel) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const isPale = (colour: string) => 1.05 / (luminance(colour) + 0.05) < 4.5;
  const shown = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('svg'),
  );
  const paleTexts: string[] = [];
  for (const element of shown) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (hasText && isPale(getComputedStyle(element).color)) paleTexts.push(element.textContent.trim());
    for (const pseudo of ['::before', '::after']) {
      const { content, color, display } = getComputedStyle(element, pseudo);
      if (/counter|"[^"]/.test(content) && display !== 'none' && isPale(color))
        paleTexts.push(`${pseudo} ${content}`);
    }
  }
  return paleTexts;
}
