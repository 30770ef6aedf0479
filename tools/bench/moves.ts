import type { Browser } from 'playwright-core';
import { openSites } from './openSites';
import type { Part, Table } from './Part';
import { percentile } from './percentile';

/** The pages to start from, and the links to click there. */
const MOVES: [name: string, from: string, to: string][] = [
  ['within a remote', '/', '/about'],
  ['across remotes', '/micora', '/'],
];

/** How often a move is repeated for its median. */
const REPEATS = 7;

/** `moves`: how long a click on a link takes until the new page's heading is shown, beside the monolith. */
export const moves: Part = async (bench) => {
  const { sites, browser } = await openSites(bench, 0);
  const rows: Table['rows'] = [];
  for (const { name, origin } of sites.filter(({ hasScripts }) => hasScripts)) {
    for (const [move, from, to] of MOVES)
      rows.push([move, name, percentile(await repeatMove(browser, origin, from, to), 0.5).toFixed(0)]);
  }
  return [
    {
      title: 'Moves',
      note: `From a click to the frame after the new page's heading, warm, median of ${REPEATS}.`,
      columns: ['move', 'site', 'ms'],
      rows,
    },
  ];
};

async function repeatMove(browser: Browser, origin: string, from: string, to: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(origin + from, { waitUntil: 'networkidle' });
  const times: number[] = [];
  while (times.length <= REPEATS) {
    const link = page.locator(`a[href="${to}"]:visible`).first();
    await link.hover();
    await page.waitForLoadState('networkidle');
    times.push(await link.evaluate(clickAndWait));
    await page.waitForURL(origin + to);
    await page.goBack();
    await page.waitForURL(origin + from);
  }
  // The first move fetched what the others reused.
  return times.slice(1);
}

/** Runs in the page. @returns milliseconds until the first frame with another heading */
async function clickAndWait(link: HTMLElement | SVGElement): Promise<number> {
  const before = document.querySelector('main h1')?.textContent;
  const start = performance.now();
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  for (;;) {
    const now = document.querySelector('main h1')?.textContent;
    await new Promise(requestAnimationFrame);
    if (now && now !== before) return performance.now() - start;
  }
}
