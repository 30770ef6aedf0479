import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeployedSite } from './deploySite';
import { writeStore } from './writeStore';

/**
 * Our site's own pages without any script: what is there to be seen at best.
 *
 * @returns the folder of its store
 */
export async function writeWithoutScripts(site: DeployedSite, directory: string): Promise<string> {
  const store = join(directory, 'without-scripts');
  await cp(join(site.store, 'assets'), join(store, 'assets'), { recursive: true });
  await writeStore(store, site, removeScripts);
  return store;
}

/** A document without its scripts: all that is left is to be seen. */
export function removeScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>/gis, '');
}
