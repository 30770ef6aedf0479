import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { repetitions } from '@site/backend/testing/repetitions';
import { appFolders } from '@site/platform/build/appFolders';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { everyAddress } from './everyAddress';
import { holdBack } from './holdBack';
import { openHydrated } from './hydrated';
import { keepAppLinks } from './keepAppLinks';
import { galleryDescriptions, projectRecords } from './projectRecords';
import { expect, releasedPages, test } from './test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FINISH_TRANSITIONS = `
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish();`;
const ALL_RULES = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const COLOUR_RULES = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
const REMOTES = appFolders(resolve(import.meta.dirname, '../..')).filter((app) => app !== 'shell');

type View = { width: 390 | 1440; colorScheme: 'light' | 'dark'; contrast: 'more' | 'no-preference' };
const EVERY_VIEW = ([390, 1440] as const).flatMap((width) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    (['no-preference', 'more'] as const).map((contrast): View => ({ width, colorScheme, contrast })),
  ),
);
/** Half of the views. Each two of width, colours and contrast occur together in one of them. */
const PAIRED_VIEWS: View[] = [
  { width: 390, colorScheme: 'light', contrast: 'no-preference' },
  { width: 390, colorScheme: 'dark', contrast: 'more' },
  { width: 1440, colorScheme: 'light', contrast: 'more' },
  { width: 1440, colorScheme: 'dark', contrast: 'no-preference' },
];
const TESTED_VIEWS = repetitions(PAIRED_VIEWS, EVERY_VIEW);

test.describe('Accessibility: text at twice the size', () => {
  test('every word and control fits a screen of 320 and 390 px without horizontal scrolling', async ({
    page,
  }) => {
    await keepAppLinks(page);
    const manual = '/micora/verification?userId=ada&secret=hidden';
    for (const path of [...(await everyAddress()), manual]) {
      await page.goto(path);
      if (path === manual) await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const scrollWidth = await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
          return document.documentElement.scrollWidth;
        });
        const cutOff = await page.evaluate(findCutOff);
        expect({ path, scrollWidth, cutOff }).toEqual({ path, scrollWidth: width, cutOff: [] });
      }
    }
  });
});

/**
 * Runs in the browser. Returns one line for each piece of text and each control that is cut off on the left or right, either
 * by the edge of the screen or by a box that does not scroll.
 */
function findCutOff(): string[] {
  const ignored = 'script, style, noscript, svg, [class*=skip], [class*=hidden]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const parts: { range: Range; element: Element }[] = [];
  const add = (node: Node, element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    parts.push({ range, element });
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement && node.textContent?.trim()) add(node, node.parentElement);
  for (const control of document.querySelectorAll('button, input, textarea, select')) add(control, control);

  /** Returns undefined if the element is in a box that scrolls horizontally. */
  const measureVisibleArea = (element: Element) => {
    let left = 0;
    let right = document.documentElement.clientWidth;
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll') return undefined;
      if (overflowX === 'visible') continue;
      left = Math.max(left, box.getBoundingClientRect().left);
      right = Math.min(right, box.getBoundingClientRect().right);
    }
    return { left, right };
  };

  const cutOff: string[] = [];
  for (const { range, element } of parts) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(ignored)) continue;
    const area = measureVisibleArea(element);
    if (!area) continue;
    const boxes = [...range.getClientRects(), ...(range.collapsed ? element.getClientRects() : [])];
    const isOutside = (box: DOMRect) => box.left < area.left - 1 || box.right > area.right + 1;
    if (boxes.some((box) => box.width > 0 && isOutside(box)))
      cutOff.push(`${element.localName}: ${element.textContent.trim().slice(0, 40)}`);
  }
  return cutOff;
}

test.describe('Accessibility: axe, light and dark, 390 and 1440 px', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const remote of REMOTES) {
    test(`axe finds nothing on any ${remote} page with a fixed address`, async ({ page }) => {
      const pages = releasedPages().filter(({ app, path, route }) => app === remote && path === route);
      expect(pages).not.toEqual([]);
      for (const { path } of pages) {
        await openHydrated(page, path);
        expect({ path, findings: await findings(page) }).toEqual({ path, findings: [] });
      }
    });
  }

  test('axe finds nothing on a category page, or on a project page in any state', async ({ page }) => {
    const record = (await projectRecords()).find((one) => galleryDescriptions(one).length > 1);
    await openHydrated(page, `/projects?category=${encodeURIComponent(record?.category ?? '')}`);
    await expect(page.getByRole('button', { pressed: true })).toHaveText(record?.category ?? '');
    expect(await findings(page)).toEqual([]);
    const answer = await holdBack(page, '**/api/collections/projects/records?filter*');
    await page.getByRole('link', { name: record?.title ?? '', exact: true }).click();
    await expect(page.locator('[aria-busy="true"]').getByTestId('skeleton')).toBeAttached();
    expect(await findings(page)).toEqual([]);
    answer();
    await expect(page.getByRole('button', { name: /^Show picture 2/ })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enlarge image' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test.describe('failures', () => {
    test.use({ expectedNoise: [/status of (?:404|500)|^status (?:404|500)|503|preload/] });

    test('axe finds nothing on the contact form in any state', async ({ page }) => {
      let status = 500;
      await page.route('**/api/collections/form_submits/records', (route) =>
        route.fulfill({ status, json: { status, message: '', data: {} } }),
      );
      await openHydrated(page, '/contact');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText('Full name is required')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByLabel('Full name').fill('x'.repeat(101));
      await page.getByLabel('Email address').fill('ada@example.com');
      await page.getByLabel('Project details').fill('x'.repeat(5001));
      await expect(page.getByText('Message must be 5000 characters or less', { exact: true })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText(/^❌/)).toBeVisible();
      expect(await findings(page)).toEqual([]);
      status = 200;
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText(/^✅/)).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test('axe finds nothing on the 404 page', async ({ page }) => {
      await openHydrated(page, '/nowhere');
      expect(await findings(page)).toEqual([]);
    });

    test('axe finds nothing on a page whose scripts failed to load', async ({ page }) => {
      await page.route('**/assets/shell/**/*.js', (route) => route.fulfill({ status: 503, body: '' }));
      await page.goto('/contact');
      await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
      await expect(page.getByText('Please reload the page.')).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });

  test('axe finds nothing while the menu is open', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await openHydrated(page, '/projects');
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'About' })).toBeVisible();
    const onPhones = EVERY_VIEW.filter(({ width }) => width === 390);
    expect(await findings(page, onPhones)).toEqual([]);
  });
});

/**
 * Runs axe on a page, once in each view. Returns one line for each element that breaks a rule. The first run at a width
 * checks all rules, and later runs at that width check only the colour rules. Axe runs through the DevTools protocol, because
 * the page's Content-Security-Policy would block an injected script.
 */
async function findings(page: Page, views = TESTED_VIEWS): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  if ((await evaluate('typeof axe')) === 'undefined') await evaluate(`${AXE}; undefined`);
  const found: string[] = [];
  const widths = new Set<number>();
  for (const { width, colorScheme, contrast } of views) {
    const runOnly = widths.has(width) ? COLOUR_RULES : ALL_RULES;
    widths.add(width);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, contrast });
    // Finish all transitions first, so that axe does not measure colours that are still changing.
    await evaluate(FINISH_TRANSITIONS);
    const options: RunOptions = { runOnly, resultTypes: ['violations'] };
    const results = (await evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
    const view = `${width} px, ${colorScheme}, contrast ${contrast}`;
    for (const { id, nodes } of results.violations)
      found.push(...nodes.map(({ html }) => `${view}: ${id}: ${html.slice(0, 160)}`));
  }
  return found;
}
