import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';
import { kilobytes } from '../kilobytes';
import type { Measurement, Target } from '../Measurement';

const VIEWPORTS = [
  { width: 390, height: 844, deviceScaleFactor: 3 },
  { width: 1440, height: 900, deviceScaleFactor: 1 },
];

/** How long after loading it is counted. Milliseconds. */
const LATER = 10_000;

/** How long a visitor stays at the end of a page: what it asks for comes in meanwhile. Milliseconds. */
const STAY = 1000;

/** What the pictures may cost at the most, against the backend's own files. */
const SHARE = 0.25;

/** What a visitor reads, each page by a link on the one before. */
const VISIT = ['home', 'about', 'projects', 'a project', 'contact'] as const;

/** What pictures cost, against the backend's own files, and what a visit asks of PocketBase. */
export const measurePictures: Measurement = async ({ browser, site, subjects }) => {
  const our = subjects.find(({ name }) => name === 'our site');
  const project = Object.values(site.release.pages).find(({ route, pictures }) => route && pictures)?.path;
  if (!our || !project) throw new Error('There is no project with pictures.');
  const paths = { ...our.paths, 'a project': project };
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const name of ['projects', 'a project'] as const) {
    const url = our.edge.origin + (paths[name] ?? '');
    for (const viewport of VIEWPORTS) {
      const [copies = NaN, files = NaN] = await Promise.all(
        [true, false].map((readsAvif) => pictureBytes(browser, viewport, readsAvif, url)),
      );
      const figures = [kilobytes(copies), kilobytes(files), `${((100 * copies) / files).toFixed(0)} %`];
      console.log(`  ${name}, ${viewport.width} px: ${figures.join(', ')}`);
      rows.push([name, String(viewport.width), ...figures]);
      targets.push({
        name: `${name}, ${viewport.width} px: bytes of pictures`,
        wanted: `at most ${100 * SHARE} % of the backend's files`,
        measured: figures[2] ?? '',
        isMet: copies > 0 && copies <= SHARE * files,
      });
    }
  }
  const asked = await visit(
    browser,
    our.edge.origin,
    VISIT.map((name) => paths[name] ?? ''),
  );
  const pictures = asked.flat().filter((path) => path.startsWith('/api/files/')).length;
  const most = Math.max(...asked.map(({ length }) => length));
  return {
    tables: [
      {
        title: 'Bytes of pictures',
        note: `Scrolled to the end, ${LATER / 1000} s after loading; 390 px with three pixels each. Beside them the same pages in a browser without AVIF, which takes the files of the backend.`,
        columns: ['page', 'width', 'kB', 'files kB', 'share'],
        rows,
      },
      {
        title: 'What a visit asks of PocketBase',
        note: 'Five pages, one after the other by their links, each read to its end.',
        columns: ['page', 'requests'],
        rows: VISIT.map((name, index) => [name, asked[index]?.join(' ') || '–']),
      },
    ],
    targets: [
      ...targets,
      {
        name: 'Requests to PocketBase',
        wanted: 'at most one read a page, no picture',
        measured: `${most} a page at most, ${pictures} pictures`,
        isMet: most <= 1 && pictures === 0,
      },
    ],
  };
};

async function pictureBytes(
  browser: Browser,
  { deviceScaleFactor, ...viewport }: (typeof VIEWPORTS)[number],
  readsAvif: boolean,
  url: string,
): Promise<number> {
  const page = await browser.newPage({ viewport, deviceScaleFactor, ignoreHTTPSErrors: true });
  try {
    if (!readsAvif) {
      await page.route(url, async (route) => {
        const response = await route.fetch({ maxRedirects: 0 });
        await route.fulfill({
          response,
          body: (await response.text()).replaceAll('image/avif', 'image/none'),
        });
      });
    }
    await page.goto(url);
    await Promise.all([scrollToEnd(page), wait(LATER)]);
    return await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /^\/(?:assets\/pictures|api\/files)\//.test(new URL(name).pathname))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
  } finally {
    await page.close();
  }
}

/** @returns the paths that each of the pages asked the backend for */
async function visit(browser: Browser, origin: string, paths: string[]): Promise<string[][]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const asked: string[][] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.at(-1)?.push(pathname);
  });
  try {
    for (const path of paths) {
      asked.push([]);
      if (asked.length === 1) await page.goto(origin + path);
      else await page.locator(`a[href="${path}"]:visible`).first().click();
      await page.waitForURL(origin + path);
      await scrollToEnd(page);
      // Not until the network is idle: after a move within the tab it counts as idle from the beginning.
      await wait(STAY);
    }
    return asked;
  } finally {
    await page.close();
  }
}

async function scrollToEnd(page: Page): Promise<void> {
  const isAtEnd = () => {
    scrollBy(0, innerHeight / 2);
    return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  };
  while (!(await page.evaluate(isAtEnd))) await wait(100);
}
