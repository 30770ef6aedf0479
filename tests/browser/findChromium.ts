import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';

/**
 * The Chromium to test with: `CHROMIUM_PATH`, Playwright's own, the system's, where the one without windows comes
 * first because it takes a quarter less time; else Playwright's is installed.
 *
 * @throws Error that says what to do if there is none and none can be installed
 */
export function findChromium(): string {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, where there is no file.`);
  }
  const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
  const present = [chromium.executablePath(), ...installed].find((path) => existsSync(path));
  if (present) return present;

  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  throw new Error(
    'There is no Chromium to test with. Install one (on Debian: apt-get install chromium-headless-shell), or say where it is: CHROMIUM_PATH=/path/to/chromium npm test',
  );
}
