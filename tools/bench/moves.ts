import type { Browser } from 'playwright-core';
import { logDetail } from '../release/logStep';
import type { Part, Table } from './bench';
import { median } from './median';

/** From where, and the address of the link that is clicked there. */
const MOVES: [name: string, from: string, to: string][] = [
  ['within a remote', '/', '/about'],
  ['across remotes', '/micora', '/'],
];

/** How often a move is repeated for its median. */
const REPEATS = 7;

/** `moves`: how long a click on a link takes until the new page's heading is shown, beside the monolith. */
export const moves: Part = async (bench) => {
  const rows: Table['rows'] = [];
  for (const { name, origin } of await bench.sites()) {
    if (name === 'without scripts') continue;
    for (const [move, from, to] of MOVES) {
      const [, ...warm] = await repeatMove(await bench.browser(), origin, from, to);
      rows.push([move, name, median(warm).toFixed(0)]);
      logDetail(rows.at(-1)?.join('  ') ?? '');
    }
  }
  return [
    {
      title: 'Moves',
      note: `From a click to the frame after the new page's heading. Warm: median of ${REPEATS}, without the first.`,
      columns: ['move', 'site', 'warm ms'],
      rows,
    },
  ];
};

async function repeatMove(browser: Browser, origin: string, from: string, to: string): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  try {
    await page.goto(origin + from, { waitUntil: 'networkidle' });
    const times: number[] = [];
    for (let repeat = 0; repeat <= REPEATS; repeat += 1) {
      if (repeat > 0) {
        await page.goBack();
        await page.waitForURL(origin + from);
      }
      const link = page.locator(`a[href="${to}"]:visible`).first();
      await link.hover();
      await page.waitForLoadState('networkidle');
      times.push(await link.evaluate(clickAndWait));
      await page.waitForURL(origin + to);
    }
    return times;
  } finally {
    await page.close();
  }
}

/** Runs in the page. @returns milliseconds until a frame after there is another heading has begun */
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
