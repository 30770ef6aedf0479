import { sha256 } from '../../../tools/build/sha256';
import { publish } from '@site/tools/release/publish';
import type { Release } from '@site/tools/release/Release';
import { write } from '@site/tools/release/write';
import { directoryStore } from '@site/tools/store/directoryStore';
import type { DeployedSite } from './deploySite';

/**
 * Makes a store of its own for other documents at our site's addresses, so that the site's server serves them with
 * the same headers.
 *
 * @param change gives the document at an address, from ours
 */
export async function writeStore(
  store: string,
  { store: origin, release }: DeployedSite,
  change: (html: string, path: string) => string | Promise<string>,
): Promise<void> {
  const [from, to] = [directoryStore(origin), directoryStore(store)];
  const contents = new Map<string, { file: string; bytes: Buffer }>();
  const other: Release = { ...release, pages: {} };
  for (const [file, page] of Object.entries(release.pages)) {
    const html = (await from.read(`pages/${page.content}`))?.toString() ?? '';
    const bytes = Buffer.from(await change(html, page.path));
    const content = sha256(bytes);
    contents.set(content, { file, bytes });
    other.pages[file] = { ...page, content };
  }
  for (const [file, content] of Object.entries(release.files)) {
    const bytes = await from.read(`pages/${content}`);
    if (bytes) contents.set(content, { file, bytes });
  }
  await write(to, { release: other, contents, data: new Map(), artifacts: [] });
  await publish(to, other, 1, 'bench');
}
