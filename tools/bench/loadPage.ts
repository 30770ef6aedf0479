import type { Browser } from 'playwright-core';
import { depthAt } from './depthAt';
import type { Site } from './openSites';

/** What the observer in the page notes. Milliseconds since the navigation. */
interface Moments {
  interactive?: number;
  lcp?: number;
}

/** How long each request takes. Milliseconds; long enough for one wave of requests to stand apart from the next. */
export const REQUEST_DELAY = 1000;

const LIMIT = 60_000;

/**
 * Loads a page with an empty cache and a fixed delay per request, and counts until React has taken over, on a page without
 * scripts to the end.
 *
 * @returns `lcp`: when the largest part was painted, milliseconds; bytes and requests until then; how many requests
 *   followed one another until something was `visible`, and until then
 */
export async function loadPage(browser: Browser, site: Site, path: string) {
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
      pictures: bytesOf(/^\/(?:assets\/pictures|api\/files)\//),
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
