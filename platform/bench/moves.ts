import type { Browser } from 'playwright-core';
import { openSites } from './openSites';
import type { Part, Table } from './Part';
import { percentile } from './percentile';

/** The navigations to measure: the page to start from, and the link to click. */
const MOVES = [
  { move: 'within a remote', from: '/', to: '/about' },
  { move: 'across remotes', from: '/micora', to: '/' },
];

/** How many times a navigation is repeated to compute its median. */
const REPEATS = 7;

/** `moves`: the time from a click on a link until the new page's heading is shown, compared with the monolith. */
export const moves: Part = async (bench) => {
  const { sites, browser } = await openSites(bench, 0);
  const rows: Table['rows'] = [];
  for (const { name, origin } of sites.filter(({ hasScripts }) => hasScripts)) {
    for (const { move, from, to } of MOVES) {
      const times = await repeatMove(browser, origin, from, to);
      rows.push([move, name, percentile(times, 0.5).toFixed(0)]);
    }
  }
  return [
    {
      title: 'Navigations',
      note: `From a click to the frame after the new page's heading, with warm caches, median of ${REPEATS}.`,
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
  // The first navigation is not counted, because it filled the caches.
  return times.slice(1);
}

/** Runs in the page. @returns the milliseconds from the click to the first frame with another heading */
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
