import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { directoryStore } from '@site/deploy/store/directoryStore';
import type { Browser } from 'playwright-core';
import type { DeployedSite } from './deploySite';
import { removeScripts } from './removeScripts';
import { writeStore } from './writeStore';

interface Options {
  site: DeployedSite;
  directory: string;
  browser: Browser;
  /** Where our site can be had. */
  origin: string;
  /** The paths of pages that show data, which is rendered in. */
  dataPaths: string[];
}

/**
 * Our site's own pages without any script: what is there to be seen at best, data included.
 *
 * @returns the folder of its store
 */
export async function writeWithoutScripts(options: Options): Promise<string> {
  const { site, directory, browser, origin, dataPaths } = options;
  const store = join(directory, 'without-scripts');
  const from = directoryStore(site.store);
  await cp(join(site.store, 'assets'), join(store, 'assets'), { recursive: true });
  const documents: Record<string, string> = {};
  for (const file of Object.keys(site.release.pages)) {
    const html = await from.read(`releases/${site.release.id}/${file}`);
    documents[file] = removeScripts(html?.toString() ?? '');
  }
  for (const path of dataPaths) {
    documents[`${path.slice(1)}.html`] = removeScripts(await withData(browser, origin + path));
  }
  await writeStore(store, site, documents);
  return store;
}

/** The document as a phone has it once its data has come. */
async function withData(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  try {
    await page.goto(url);
    await page.waitForFunction(() => !document.querySelector('[data-awaits-data]'));
    return `<!doctype html>\n${await page.locator('html').evaluate((html) => html.outerHTML)}`;
  } finally {
    await page.close();
  }
}
