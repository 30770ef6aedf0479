import type { Browser } from 'playwright-core';
import type { Subject } from '../Subject';
import { depthAt } from './depthAt';

/** What one page load costs. */
export interface PageLoad {
  /** When the largest part of the page was painted. Milliseconds. */
  lcp: number;
  /** Bytes of scripts as they went over the wire until the page was interactive. */
  scriptBytes: number;
  /** Bytes of everything that the page's load fetched until then. */
  allBytes: number;
  /** Requests until then, the document's among them. */
  requests: number;
  /** How many requests followed one another until something was visible. */
  visible: number;
  /** The same until React had taken over; undefined for a page without scripts. */
  interactive: number | undefined;
  /** The same until nothing waited for data any more; undefined for a page without scripts. */
  complete: number | undefined;
}

/** What the observer in the page notes. Milliseconds since the navigation. */
interface Moments {
  interactive?: number;
  complete?: number;
  lcp?: number;
}

interface Entry {
  name: string;
  start: number;
  answered: number;
  bytes: number;
}

/** How long each request takes. Milliseconds; long enough for one wave of requests to stand apart from the next. */
export const REQUEST_DELAY = 1000;

const LOAD_LIMIT = 60_000;

/**
 * Loads a page with an empty cache and a fixed delay per request, and counts.
 *
 * @param hasScripts whether to wait until React has taken over
 */
export async function loadPage(
  browser: Browser,
  { edge }: Pick<Subject, 'edge'>,
  path: string,
  hasScripts: boolean,
): Promise<PageLoad> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  edge.setDelay(REQUEST_DELAY);
  try {
    await page.addInitScript(observe);
    await page.goto(edge.origin + path, { waitUntil: 'commit', timeout: LOAD_LIMIT });
    await page.waitForFunction(
      (scripts) => {
        const { interactive, complete, lcp } = (window as { moments?: Moments }).moments ?? {};
        const isVisible = performance.getEntriesByName('first-contentful-paint').length > 0;
        return isVisible && lcp && (scripts ? interactive && complete : document.readyState === 'complete');
      },
      hasScripts,
      { timeout: LOAD_LIMIT },
    );
    // Pictures that come with the data may be the largest part.
    await page.waitForLoadState('networkidle', { timeout: LOAD_LIMIT });
    const { moments, visible, entries } = await page.evaluate(read);
    const { interactive = Infinity, complete = Infinity, lcp = NaN } = moments;
    const untilInteractive = entries.filter(({ answered }) => answered <= interactive);
    const scripts = untilInteractive.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    return {
      lcp,
      scriptBytes: sum(scripts),
      allBytes: sum(untilInteractive),
      requests: untilInteractive.length,
      visible: depthAt(entries, visible),
      interactive: hasScripts ? depthAt(entries, interactive) : undefined,
      complete: hasScripts ? depthAt(entries, complete) : undefined,
    };
  } finally {
    edge.setDelay(0);
    await page.close();
  }
}

/** Runs in the page, before anything else: notes how far it has come. */
function observe(): void {
  const moments: Moments = {};
  Object.assign(window, { moments });
  new PerformanceObserver((list) => {
    moments.lcp = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  setInterval(() => {
    const main = document.querySelector('main');
    if (!main) return;
    const isHydrated = Object.keys(main).some((key) => key.startsWith('__reactFiber$'));
    if (isHydrated) moments.interactive ??= performance.now();
    if (!document.querySelector('[data-awaits-data]')) moments.complete ??= performance.now();
  }, 5);
}

/** Runs in the page: what it noted, and what it fetched. */
function read() {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  return {
    moments: (window as { moments?: Moments }).moments ?? {},
    visible: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    entries: entries.map(({ name, startTime, responseStart, encodedBodySize }) => ({
      name,
      start: startTime,
      answered: responseStart,
      bytes: encodedBodySize,
    })),
  };
}

function sum(entries: Entry[]): number {
  return entries.reduce((total, { bytes }) => total + bytes, 0);
}
