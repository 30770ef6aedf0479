import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { endWithParent } from '@site/shared/node/endWithParent';
import { errorMessage } from '@site/shared/node/errorMessage';
import { chromium } from '@playwright/test';
import { checkChromium } from './checkChromium';
import { chromiumIn, fetchChromium, USUAL_CHROMIUM } from './fetchChromium';

/**
 * Where Chromium is usually installed, best first. The tests take a quarter less time with the headless shell than with the
 * full Chromium.
 */
const INSTALLED = [chromium.executablePath(), '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The time limit for downloading Playwright's own Chromium, in milliseconds. */
const INSTALL_LIMIT = 20_000;

/** Where browsers are cached: in this checkout or, if this file is part of an installed package, in the working directory. */
const CACHE_DIR = import.meta.dirname.includes('/node_modules/')
  ? resolve('.local/cache')
  : resolve(import.meta.dirname, '../../.local/cache');

interface FindChromiumOptions {
  /** Only `CHROMIUM_PATH` is read. */
  env?: Record<string, string | undefined>;
  installed?: string[];
  cacheDir?: string;
  /** Functions that download a browser and return its path, tried in order. The keys name the sources in the log. */
  sources?: Record<string, () => Promise<string>>;
  log?: (line: string) => void;
}

/**
 * Finds a Chromium for the tests: the one at `CHROMIUM_PATH`, Playwright's own, the system's, or an earlier download from
 * npm. If there is none, downloads Playwright's own. If that fails or takes more than 20 s, downloads one from npm.
 *
 * @returns the path of the executable
 * @throws Error if nothing exists at `CHROMIUM_PATH`, or if a working Chromium can be neither found nor downloaded
 */
export async function findChromium({
  env = process.env,
  installed = INSTALLED,
  cacheDir = CACHE_DIR,
  log = (line) => console.warn(line),
  sources = {
    'Playwright’s Chromium': installPlaywrights,
    'The npm package @sparticuz/chromium': () => fetchChromium(USUAL_CHROMIUM, { cacheDir, log }),
  },
}: FindChromiumOptions = {}): Promise<string> {
  const { CHROMIUM_PATH: chosen } = env;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not exist.`);
  }
  const cached = chromiumIn(cacheDir, USUAL_CHROMIUM);
  for (const candidate of [...installed, cached]) {
    if (!existsSync(candidate)) continue;
    try {
      await checkChromium(candidate);
      return candidate;
    } catch (error) {
      log(`${candidate} cannot be used: ${errorMessage(error)}`);
    }
  }
  for (const [name, get] of Object.entries(sources)) {
    try {
      const fetched = await get();
      await checkChromium(fetched);
      return fetched;
    } catch (error) {
      log(`${name} cannot be used: ${errorMessage(error)}`);
    }
  }
  throw new Error(
    'No Chromium found: install one (on Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium), or set its path (CHROMIUM_PATH=/path/to/chromium npm test).',
  );
}

async function installPlaywrights(): Promise<string> {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const command = endWithParent(process.execPath, [playwright, 'install', 'chromium', '--no-shell']);
  // Run Playwright in its own process group, so that killing the group also ends the downloader that Playwright starts.
  const child = spawn(...command, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr.on('data', (text) => (errorOutput += String(text)));
  const reason = await new Promise<string>((resolve) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      resolve(`it did not arrive within ${INSTALL_LIMIT / 1000} s.`);
    }, INSTALL_LIMIT);
    child.on('error', (error) => resolve(error.message));
    child.on('exit', () => {
      clearTimeout(timer);
      resolve(/^.*?Error: (.+)/m.exec(errorOutput)?.[1] ?? 'it cannot be downloaded.');
    });
  });
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  throw new Error(reason);
}
