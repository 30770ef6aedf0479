import { chromium, type Page } from '@playwright/test';
import { findChromium } from './findChromium';
import { hydrated } from './hydrated';
import { navigateTo } from './navigateTo';
import { reportNoise } from './reportNoise';
import { sitemapPaths } from './sitemapPaths';

/*
 * Tests a site in a real browser, for `deploy --check 'npm run smoke'`. One page of each kind must become interactive, and
 * navigation to each top-level page must work. Errors, warnings and failed requests fail the test.
 */

/** The time limit for each load, hydration or navigation, in milliseconds. */
const LIMIT = 15_000;

const AT_ONCE = 2;

const { BASE_URL: base, PAGE_PATHS: known } = process.env;

/** Expected noise: the status of the 404 page, and attempts to open the MiCora app, which is not installed. */
const EXPECTED = [/status(?: of)? 404\b.*\/no-such-page\)?$/, /^console .*micora:\/\//];

// `deploy --check` sets PAGE_PATHS, and may run on a machine that cannot reach PocketBase. There, pictures without resized
// copies fail with status 502.
if (known !== undefined) EXPECTED.push(/status(?: of)? 502\b.*\/api\/files\//);

if (!base) {
  console.error('Set the address of the site: BASE_URL=http://localhost:3000 npm run smoke');
  process.exit(1);
}

const problems: string[] = [];
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
try {
  const paths = onePerKind(known?.split('\n') ?? (await sitemapPaths(base)));
  // A preview redirects unknown addresses to the live site, so it has no 404 page to test.
  const { status } = await fetch(`${base}/no-such-page`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT),
  });
  const queue = status === 302 ? [...paths] : [...paths, '/no-such-page'];
  const count = queue.length;
  await Promise.all(Array.from({ length: AT_ONCE }, () => visitAll(queue, base)));
  if (problems.length === 0) await navigate(paths, base);
  const outcome = problems.length === 0 ? 'passed' : 'failed';
  process.stdout.write(`Smoke test of ${count} pages ${outcome}.\n`);
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/**
 * Returns one path of each kind. Paths that differ only in a record id or a query, such as the paths of two projects, are of
 * the same kind.
 */
function onePerKind(paths: string[]): string[] {
  const getKind = (path: string) => {
    const [entry = ''] = /(?:\/\w{15}|\?.*)$/.exec(path) ?? [];
    const parent = path.slice(0, path.length - entry.length);
    return entry && paths.includes(parent) ? parent + entry.charAt(0) : path;
  };
  const kinds = paths.map(getKind);
  return paths.filter((_path, index) => kinds.indexOf(kinds[index] ?? '') === index);
}

/**
 * Opens a tab. Adds the tab's errors, warnings and failed requests to `problems`, each with the path last given to
 * `setPath`.
 */
async function openPage(): Promise<{ page: Page; setPath: (path: string) => void }> {
  const context = await browser.newContext();
  let current = '';
  reportNoise(context, (noise) => {
    if (!EXPECTED.some((pattern) => pattern.test(noise))) problems.push(`${current}: ${noise}`);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT);
  return { page, setPath: (path) => void (current = path) };
}

/** If the page does not become interactive, adds a problem and returns false. */
async function openInteractive(page: Page, site: string, path: string): Promise<boolean> {
  try {
    await page.goto(site + path);
    await hydrated(page);
    return true;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    problems.push(`${path}: the page does not become interactive: ${reason}`);
    return false;
  }
}

/**
 * Visits the pages in the queue. Stops after the first problem, because each further page of a broken site may take the full
 * time limit.
 */
async function visitAll(queue: string[], site: string): Promise<void> {
  const { page, setPath } = await openPage();
  for (let path = queue.shift(); path !== undefined && problems.length === 0; path = queue.shift()) {
    setPath(path);
    if (!(await openInteractive(page, site, path))) return;
    const headings = await page
      .getByRole('heading', { level: 1 })
      .count()
      .catch(() => 0);
    if (headings !== 1) problems.push(`${path}: the page does not have exactly one level-1 heading`);
  }
}

async function navigate(paths: string[], site: string): Promise<void> {
  const { page, setPath } = await openPage();
  setPath('/');
  if (!(await openInteractive(page, site, '/'))) return;
  await page.evaluate('window.isFirst = true');
  const parts = paths.filter((path) => /^\/[^/?]+$/.test(path));
  for (const path of [...parts, '/']) {
    setPath(`navigation to ${path}`);
    const isShown = await navigateTo(page, path)
      .then(() =>
        page.waitForFunction(
          (wanted) => location.pathname === wanted && document.querySelectorAll('h1').length === 1,
          path,
        ),
      )
      .then(() => page.evaluate('window.isFirst === true'))
      .catch(() => false);
    if (!isShown) problems.push(`navigation to ${path}: the page is not shown without a reload`);
  }
}
