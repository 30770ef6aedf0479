import type { Browser } from 'playwright-core';
import type { Site } from './openSites';

const LIMIT = 60_000;

/**
 * Loads a page of a site with an empty cache.
 *
 * @returns milliseconds until something was `visible`, until the largest part was (`lcp`), and until React had taken
 *   over (`interactive`), and the bytes and requests until then; on a page without scripts to the end
 */
export async function loadPage(browser: Browser, site: Site, path: string) {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(site.origin + path, { waitUntil: 'commit', timeout: LIMIT });
  const options = { polling: 5, timeout: LIMIT };
  const taken = site.hasScripts && (await page.waitForFunction(whenTaken, undefined, options));
  const interactive = taken ? await taken.jsonValue() : undefined;
  // Pictures that load with the data may be the largest part.
  await page.waitForLoadState('networkidle', { timeout: LIMIT });
  const { lcp, visible, requests } = await page.evaluate(read);
  const needed = requests.filter(({ answered }) => answered <= (interactive ?? Infinity));
  const bytesOf = (kind: RegExp) =>
    needed.reduce((sum, { path: file, bytes }) => sum + (kind.test(file) ? bytes : 0), 0);
  await page.close();
  return {
    visible,
    lcp,
    interactive,
    scripts: bytesOf(/\.js$/),
    all: bytesOf(/./),
    requests: needed.length,
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
    visible: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    lcp: (await painted).at(-1)?.startTime ?? NaN,
    requests: (entries as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      answered: entry.responseStart,
      bytes: entry.encodedBodySize,
    })),
  };
}
