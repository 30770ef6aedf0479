import type { Browser } from 'playwright-core';
import type { Site } from './openSites';

const LIMIT = 60_000;

/**
 * Loads a page of a site whose requests take long, with an empty cache, and counts until React has taken over, on a page
 * without scripts to the end.
 *
 * @returns `lcp`: when the largest part was painted, milliseconds; bytes and requests until then; how many requests
 *   followed one another until something was `visible`, and until then
 */
export async function loadPage(browser: Browser, site: Site, path: string) {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(site.origin + path, { waitUntil: 'commit', timeout: LIMIT });
  const options = { polling: 5, timeout: LIMIT };
  const taken = site.hasScripts && (await page.waitForFunction(whenTaken, undefined, options));
  const interactive = taken ? await taken.jsonValue() : undefined;
  // Pictures that come with the data may be the largest part.
  await page.waitForLoadState('networkidle', { timeout: LIMIT });
  const { lcp, visible, requests } = await page.evaluate(read);
  const needed = requests.filter(({ answered }) => answered <= (interactive ?? Infinity));
  const bytesOf = (kind: RegExp) =>
    needed.reduce((sum, request) => sum + (kind.test(request.path) ? request.bytes : 0), 0);
  await page.close();
  return {
    lcp,
    scripts: bytesOf(/\.js$/),
    pictures: bytesOf(/^\/(?:assets\/pictures|api\/files)\//),
    all: bytesOf(/./),
    requests: needed.length,
    visible: depthAt(requests, visible),
    interactive: interactive && depthAt(requests, interactive),
  };
}

/** Runs in the page: when React has taken over, milliseconds since the navigation; 0 before. */
function whenTaken(): number {
  const names = Object.keys(document.querySelector('main') ?? {});
  return names.some((name) => name.startsWith('__reactFiber$')) ? performance.now() : 0;
}

/** Runs in the page: what it has painted, milliseconds since the navigation, and what it has fetched. */
async function read() {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const painted = new Promise<PerformanceEntryList>((done) => {
    const observer = new PerformanceObserver((list) => done(list.getEntries()));
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
  });
  return {
    lcp: (await painted).at(-1)?.startTime ?? NaN,
    visible: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    requests: (entries as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      start: entry.startTime,
      answered: entry.responseStart,
      bytes: entry.encodedBodySize,
    })),
  };
}

/** One request of a page load, milliseconds since the navigation: others can follow from its answer. */
type Span = Record<'start' | 'answered', number>;

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
