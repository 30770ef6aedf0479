import type { Browser } from 'playwright-core';

const LIMIT = 60_000;

/**
 * Loads a page with an empty cache.
 *
 * @returns `visible`, `lcp` and `interactive`: the milliseconds from the navigation to the first paint, to the largest paint
 *   and to hydration; `requests`: the number of requests before hydration; `scripts` and `all`: the bytes of the scripts,
 *   and of all files, that were loaded before hydration
 */
export async function loadPage(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.goto(url, { waitUntil: 'commit', timeout: LIMIT });
  const options = { polling: 5, timeout: LIMIT };
  const interactive = await (await page.waitForFunction(hydrationTime, undefined, options)).jsonValue();
  // The largest paint may be a picture that arrives after hydration.
  await page.waitForLoadState('networkidle', { timeout: LIMIT });
  const { lcp, visible, requests } = await page.evaluate(read);
  const needed = requests.filter(({ responseStart }) => responseStart <= interactive);
  const sumBytes = (kind: RegExp) =>
    needed.reduce((sum, { path: file, bytes }) => sum + (kind.test(file) ? bytes : 0), 0);
  await page.close();
  return {
    visible,
    lcp,
    interactive,
    scripts: sumBytes(/\.js$/),
    all: sumBytes(/./),
    requests: needed.length,
  };
}

/** Runs in the page. @returns the number of milliseconds since the navigation; 0 if React has not hydrated the page yet */
function hydrationTime(): number {
  const names = Object.keys(document.querySelector('main') ?? {});
  return names.some((name) => name.startsWith('__reactFiber$')) ? performance.now() : 0;
}

/** Runs in the page. All times are in milliseconds since the navigation. */
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
      responseStart: entry.responseStart,
      bytes: entry.encodedBodySize,
    })),
  };
}
