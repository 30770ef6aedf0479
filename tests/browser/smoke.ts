import { chromium, type Page } from '@playwright/test';
import { findChromium } from './findChromium';
import { isHydrated } from './hydrated';
import { moveTo } from './moveTo';
import { noteNoise } from './noteNoise';
import { sitemapPaths } from './sitemapPaths';

// A look at a site in a real browser, for `deploy --check 'npm run smoke'`: every kind of page becomes interactive, and
// a visitor moves between the apps, without an error, a warning or a failed request.

/** How long a page may take to become interactive. Milliseconds. */
const LIMIT = 15_000;

/** Pages that are opened at once. */
const AT_ONCE = 2;

/** That there is no such page, and that the app's own scheme opens nothing here. */
const EXPECTED = /status(?: of)? 404\b.*\/no-such-page\)?$|^console .*micora:\/\//;

const { BASE_URL: base, PAGE_PATHS: known } = process.env;
if (!base) {
  console.error('Which site? Say where it is: BASE_URL=http://localhost:3000 npm run smoke');
  process.exit(1);
}

const problems: string[] = [];
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
try {
  const paths = kindsOf(known?.split('\n') ?? (await sitemapPaths(base)));
  const queue = [...paths, '/no-such-page'];
  await Promise.all(Array.from({ length: AT_ONCE }, () => visitAll(queue, base)));
  if (problems.length === 0) await move(paths, base);
  const outcome = problems.length === 0 ? 'passed' : 'failed';
  process.stdout.write(`Smoke test of ${paths.length + 1} pages ${outcome}.\n`);
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Each path by itself, but of entries of one page, such as projects or categories, one. */
function kindsOf(paths: string[]): string[] {
  const kindOf = (path: string) => {
    const [entry = ''] = /(?:\/\w{15}|\?.*)$/.exec(path) ?? [];
    const parent = path.slice(0, path.length - entry.length);
    return entry && paths.includes(parent) ? parent + entry.charAt(0) : path;
  };
  const kinds = paths.map(kindOf);
  return paths.filter((_path, index) => kinds.indexOf(kinds[index] ?? '') === index);
}

/** A page of the browser in which whatever goes wrong is a problem of the path that is open. */
async function openPage(): Promise<{ page: Page; at: (path: string) => void }> {
  const context = await browser.newContext();
  let current = '';
  noteNoise(context, (noise) => {
    if (!EXPECTED.test(noise)) problems.push(`${current}: ${noise}`);
  });
  return { page: await context.newPage(), at: (path) => void (current = path) };
}

/** Until one fails: what breaks all of them would take each its time limit. */
async function visitAll(queue: string[], site: string): Promise<void> {
  const { page, at } = await openPage();
  for (let path = queue.shift(); path !== undefined && problems.length === 0; path = queue.shift()) {
    at(path);
    try {
      await page.goto(site + path, { timeout: LIMIT });
      await page.waitForFunction(isHydrated, undefined, { timeout: LIMIT });
      if ((await page.getByRole('heading', { level: 1 }).count()) !== 1)
        problems.push(`${path}: it has no heading`);
    } catch (error) {
      problems.push(`${path}: it does not become interactive. ${(error as Error).message.split('\n')[0]}`);
    }
  }
}

/** Through one page of each top-level part of the site, in one document. */
async function move(paths: string[], site: string): Promise<void> {
  const { page, at } = await openPage();
  at('/');
  await page.goto(site, { timeout: LIMIT });
  const isReady = await page.waitForFunction(isHydrated, undefined, { timeout: LIMIT }).catch(() => false);
  // Said above.
  if (!isReady) return;
  await page.evaluate('window.isFirst = true');
  const parts = paths.filter((path) => /^\/[^/?]+$/.test(path));
  for (const path of [...parts, '/']) {
    at(`a move to ${path}`);
    await moveTo(page, path);
    const isThere = await page
      .waitForFunction(
        (wanted) => location.pathname === wanted && document.querySelectorAll('h1').length === 1,
        path,
        { timeout: LIMIT },
      )
      .then(() => page.evaluate('window.isFirst === true'))
      .catch(() => false);
    if (!isThere) problems.push(`a move to ${path} does not work within the document`);
  }
}
