import type { Browser, Page } from 'playwright-core';
import { median } from '../median';
import type { Measurement } from '../Measurement';
import type { Subject } from '../Subject';

interface Move {
  name: string;
  from: string;
  /** The link that is clicked, by its address. */
  to: string;
}

const WITHIN: Move = { name: 'within a remote', from: '/', to: '/about' };
const ACROSS: Move = { name: 'across remotes', from: '/micora', to: '/' };

/** How often a move is repeated for its median. */
const REPEATS = 7;

const WAIT_LIMIT = 20_000;

interface Moved {
  subject: string;
  move: string;
  /** The first move, after the page came to rest and the pointer went to the link. Milliseconds. */
  first: number;
  /** The same move made again. Milliseconds. */
  warm: number;
}

/** How long a click on a link takes until the new page's heading is shown. */
export const measureMoves: Measurement = async ({ browser, subjects }) => {
  const moved: Moved[] = [];
  for (const subject of subjects.filter(({ name }) => name !== 'without scripts')) {
    for (const move of [WITHIN, ACROSS]) {
      const [first = NaN, ...warm] = await repeatMove(browser, subject, move);
      moved.push({ subject: subject.name, move: move.name, first, warm: median(warm) });
      console.log(`  ${move.name}, ${subject.name}: ${median(warm).toFixed(0)} ms`);
    }
  }
  const across =
    moved.find(({ subject, move }) => subject === 'our site' && move === ACROSS.name)?.warm ?? NaN;
  return {
    tables: [
      {
        title: 'Moving to another page',
        note: `From a click to the new page's heading on the screen, on this machine's own network. First: once the page has come to rest and the pointer is on the link. Warm: the same move made again, median of ${REPEATS}. Within: ${WITHIN.from} to ${WITHIN.to}. Across: ${ACROSS.from} to ${ACROSS.to}, between Next.js zones a full page load.`,
        columns: ['move', 'subject', 'first ms', 'warm ms'],
        rows: moved.map(({ move, subject, first, warm }) => [
          move,
          subject,
          first.toFixed(0),
          warm.toFixed(0),
        ]),
      },
    ],
    targets: [
      {
        name: 'Move across remotes, warm',
        wanted: 'under 100 ms',
        measured: `${across.toFixed(0)} ms`,
        isMet: across < 100,
      },
    ],
  };
};

async function repeatMove(browser: Browser, { edge }: Subject, { from, to }: Move): Promise<number[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(WAIT_LIMIT);
  try {
    await page.addInitScript(noteMoves);
    await page.goto(edge.origin + from, { waitUntil: 'networkidle' });
    const times: number[] = [];
    for (let repeat = 0; repeat <= REPEATS; repeat += 1) {
      if (repeat > 0) {
        await page.goBack();
        await page.waitForURL(edge.origin + from);
        await page.waitForLoadState('networkidle');
      }
      const link = page.locator(`a[href="${to}"]:visible`).first();
      await link.hover();
      await page.waitForLoadState('networkidle');
      times.push(await clickAndWait(page, link, edge.origin + to));
    }
    return times;
  } finally {
    await page.close();
  }
}

/** Milliseconds from the click to the frame that shows the new heading. */
async function clickAndWait(page: Page, link: ReturnType<Page['locator']>, url: string): Promise<number> {
  await link.click();
  await page.waitForURL(url);
  const shown = await page.waitForFunction(
    () => {
      const clicked = sessionStorage.getItem('clicked');
      const { heading, at } = (window as { shown?: { heading: string; at: number } }).shown ?? {};
      // The heading that was there when the link was clicked is not the new one.
      return clicked !== null && heading !== sessionStorage.getItem('heading') && at
        ? at - Number(clicked)
        : false;
    },
    undefined,
    { polling: 20 },
  );
  return Number(await shown.jsonValue());
}

/** Runs in every page: notes when a link was clicked, and when which heading was last painted for the first time. */
function noteMoves(): void {
  const shown = { heading: '', at: 0 };
  Object.assign(window, { shown });
  addEventListener(
    'click',
    (event) => {
      sessionStorage.setItem('clicked', String(performance.timeOrigin + event.timeStamp));
      sessionStorage.setItem('heading', shown.heading);
    },
    { capture: true },
  );
  const frames = new MessageChannel();
  // The task after a frame: what that frame shows has been painted.
  frames.port1.onmessage = () => {
    const heading = document.querySelector('main h1')?.textContent ?? '';
    if (heading && heading !== shown.heading) {
      Object.assign(shown, { heading, at: performance.timeOrigin + performance.now() });
    }
    requestAnimationFrame(() => frames.port2.postMessage(undefined));
  };
  requestAnimationFrame(() => frames.port2.postMessage(undefined));
}
