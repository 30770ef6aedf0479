import { assetUrl } from '@site/deploy/release/composeRelease';
import type { ReleaseBlock } from '@site/shared/remote';
import { ownerOf } from '@site/shell/ownerOf';
import { WATCHED_VERSION } from './openEdition';

/** The remote that is built here. */
interface LocalRemote {
  /** Its workspace, e.g. `studio-remote`. */
  app: string;
  name: string;
  mount: string;
}

const RELEASE_BLOCK = /(<script type="application\/json" id="release">)([^<]*)(<\/script>)/;

/**
 * A page of the live site that takes one remote from the development server. If the page is that remote's, what its
 * old code has rendered goes out of it, so that the new code renders it anew.
 *
 * @param path the page's address
 * @throws Error if it is no page of such a site
 */
export function takeRemoteFromHere(html: string, path: string, { app, name, mount }: LocalRemote): string {
  const block = readReleaseBlock(html);
  if (!block) throw new Error(`${path} has no release block: is this the site that --against should name?`);
  const url = assetUrl({ app, version: WATCHED_VERSION }, 'remoteEntry.js');
  const old = block.remotes.find((remote) => remote.name === name);
  const remotes = [
    ...block.remotes.filter((remote) => remote !== old),
    { name, mount, version: WATCHED_VERSION, entry: { url, integrity: '' } },
  ];
  // The live page allows what it contains, by name and by hash; the headers still forbid the rest.
  const renewed = JSON.stringify({ ...block, remotes }).replaceAll('<', '\\u003c');
  const page = html
    .replace(RELEASE_BLOCK, (_all, open: string, _json, close: string) => `${open}${renewed}${close}`)
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  // The 404 page is the shell's, whoever owns the address.
  if (ownerOf(path, remotes)?.name !== name || page.includes('data-status="404"')) return page;
  return page
    .replaceAll(/<link rel="preload"[^>]* as="script"[^>]*>/g, '')
    .replaceAll(/<style data-href="([^"]*)">[^<]*<\/style>/g, (style, file: string) =>
      file.startsWith(`${name}.`) ? '' : style,
    )
    .replace(
      /<div id="root"[^>]*>[^]*<\/div>(?=\s*<script type="application\/json" id="release">)/,
      '<div id="root" data-status="200" data-emptied></div>',
    );
}

/** Which release a page belongs to; undefined if it is no page of such a site. */
export function readReleaseBlock(html: string): ReleaseBlock | undefined {
  const json = RELEASE_BLOCK.exec(html)?.[2];
  return json === undefined ? undefined : (JSON.parse(json) as ReleaseBlock);
}
