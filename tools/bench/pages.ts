import type { Browser } from 'playwright-core';
import { logDetail } from '../release/logStep';
import { liveRelease } from '../release/readHistory';
import { directoryStore } from '../store/directoryStore';
import { makePictures } from '../testing/makePictures';
import type { Part, Table } from './bench';
import type { Site } from './openSites';

/** What the observer in the page notes. Milliseconds since the navigation. */
interface Moments {
  interactive?: number;
  lcp?: number;
}

/** How long each request takes. Milliseconds; long enough for one wave of requests to stand apart from the next. */
const REQUEST_DELAY = 1000;

const LIMIT = 60_000;

/** One request of a page load, milliseconds since the navigation: others can follow from its answer. */
interface Span {
  start: number;
  answered: number;
}

/** `pages`: bytes, depth and LCP, beside the monolith and the pages without scripts. */
export const pages: Part = async (bench) => {
  const sites = await bench.sites();
  const { store, backend } = await bench.portfolio(8);
  const live = await liveRelease(directoryStore(store));
  if (!live) throw new Error('Nothing is live.');
  await makePictures(directoryStore(store), live, backend.url);
  const project = Object.values(live.pages).find(({ route, pictures }) => route && pictures)?.path ?? '';
  const rows: Table['rows'] = [];
  for (const path of ['/', '/projects', project, '/contact', '/micora']) {
    for (const site of sites) {
      const load = await loadPage(await bench.browser(), site, path);
      const bytes = [load.scripts, load.all].map((one) => (one / 1000).toFixed(1));
      const depths = [load.visible, load.interactive ?? '–'];
      rows.push([path, site.name, ...bytes, load.requests, ...depths, (load.lcp / 1000).toFixed(2)]);
      logDetail(rows.at(-1)?.join('  ') ?? '');
    }
  }
  return [
    {
      title: 'Pages',
      note: `One load with an empty cache and ${REQUEST_DELAY} ms for each request, 412 px wide. Bytes as sent, until React has taken over. Depth: how many requests follow one another until something is visible, and until React has taken over.`,
      columns: [
        ...['page', 'site', 'scripts kB', 'all kB'],
        ...['requests', 'visible', 'interactive', 'LCP s'],
      ],
      rows,
    },
  ];
};

/**
 * Loads a page with an empty cache and a fixed delay per request, and counts until React has taken over, on a page without
 * scripts to the end.
 *
 * @returns `lcp`: when the largest part was painted, milliseconds; bytes and requests until then; how many requests
 *   followed one another until something was `visible`, and until then
 */
async function loadPage(browser: Browser, site: Site, path: string) {
  const hasScripts = site.name !== 'without scripts';
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  site.setDelay(REQUEST_DELAY);
  try {
    await page.addInitScript(observe);
    await page.goto(site.origin + path, { waitUntil: 'commit', timeout: LIMIT });
    await page.waitForFunction(
      (scripts) => {
        const { interactive, lcp } = (window as { moments?: Moments }).moments ?? {};
        return lcp && (scripts ? interactive : document.readyState === 'complete');
      },
      hasScripts,
      { timeout: LIMIT },
    );
    // Pictures that come with the data may be the largest part.
    await page.waitForLoadState('networkidle', { timeout: LIMIT });
    const { moments, visible, requests } = await page.evaluate(read);
    const { interactive = Infinity, lcp = NaN } = moments;
    const needed = requests.filter(({ answered }) => answered <= interactive);
    const bytesOf = (kind: RegExp) =>
      needed.reduce((sum, request) => sum + (kind.test(request.path) ? request.bytes : 0), 0);
    return {
      lcp,
      scripts: bytesOf(/\.js$/),
      all: bytesOf(/./),
      requests: needed.length,
      visible: depthAt(requests, visible),
      interactive: hasScripts ? depthAt(requests, interactive) : undefined,
    };
  } finally {
    site.setDelay(0);
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
    const names = Object.keys(document.querySelector('main') ?? {});
    if (names.some((name) => name.startsWith('__reactFiber$'))) moments.interactive ??= performance.now();
  }, 5);
}

/** Runs in the page: what it noted, and what it fetched. */
function read() {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  return {
    moments: (window as { moments?: Moments }).moments ?? {},
    visible: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    requests: (entries as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      start: entry.startTime,
      answered: entry.responseStart,
      bytes: entry.encodedBodySize,
    })),
  };
}

/**
 * How many requests had to follow one another before a moment: the longest chain in which each began after the
 * one before had been answered. Meant for loads in which every request takes a fixed, long time.
 *
 * @param moment milliseconds since the navigation
 */
export function depthAt(spans: Span[], moment: number): number {
  const depths = new Map<Span, number>();
  const deepest = (until: number): number =>
    Math.max(0, ...[...depths].filter(([{ answered }]) => answered <= until).map(([, depth]) => depth));
  for (const span of spans.toSorted((a, b) => a.start - b.start)) depths.set(span, 1 + deepest(span.start));
  return deepest(moment);
}
