import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './findChromium';
import { sitemapPaths } from './sitemapPaths';

const WIDTHS = [390, 1440];

/**
 * Saves screenshots of each page for a visual check: at widths of 390 and 1440 px, each in light and dark mode.
 *
 * Usage: `npm run pictures -w tests -- <address of a running site> <directory> [path …]`
 */
async function takePictures(site: string, directory: string, paths: string[]): Promise<void> {
  await mkdir(directory, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(new URL(path, site).href, { waitUntil: 'networkidle' });
        const name = `${path.replaceAll('/', '-').slice(1) || 'home'}-${width}-${colorScheme}.png`;
        // Make the viewport as tall as the page, because pictures load only when they are near the viewport.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ width, height: Math.min(height, 12_000) });
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(directory, name) });
        await page.setViewportSize({ width, height: 900 });
        console.log(name);
      }
      await context.close();
    }
  }
  await browser.close();
}

const [site, directory, ...paths] = process.argv.slice(2);
if (!site || !directory) {
  console.error('Usage: npm run pictures -w tests -- <address of a running site> <directory> [path …]');
  process.exitCode = 2;
} else {
  await takePictures(
    site,
    resolve(process.env.INIT_CWD ?? '.', directory),
    paths.length > 0 ? paths : await sitemapPaths(new URL(site).origin),
  );
}
