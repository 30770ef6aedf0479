import { assetUrl } from '@site/deploy/release/composeRelease';
import { ownerOf } from '@site/shared/ownerOf';
import type { PageBlock, ReleaseBlock, ReleaseRemote } from '@site/shared/remote';
import { WATCHED_VERSION } from './openEdition';

/** The remote that is built here. */
interface LocalRemote {
  /** Its workspace, e.g. `studio-remote`. */
  app: string;
  name: string;
  mount: string;
}

const PAGE_BLOCK = /(<script type="application\/json" id="page">)([^<]*)(<\/script>)/;

/** What is live, with one remote from the development server. */
export function withRemoteFromHere(release: ReleaseBlock, local: LocalRemote): ReleaseBlock {
  const others = release.remotes.filter(({ name }) => name !== local.name);
  return { ...release, remotes: [...others, remoteFromHere(local)] };
}

/**
 * A page of the live site as its remote from the development server renders it: what its old code has rendered goes
 * out of it, so that the new code renders it from the start. Pages of others stay as they are.
 *
 * @param path the page's address
 * @param release what is live, with the remote from here
 * @throws Error if it is no page of such a site
 */
export function takeRemoteFromHere(
  html: string,
  path: string,
  { app, name, mount }: LocalRemote,
  release: ReleaseBlock,
): string {
  const block = readPageBlock(html);
  if (!block) throw new Error(`${path} has no page block: is this the site that --against should name?`);
  // The 404 page is the shell's, whoever owns the address.
  if (ownerOf(path, release.remotes)?.name !== name || html.includes('data-status="404"')) return html;
  const renewed = JSON.stringify({ ...block, remote: remoteFromHere({ app, name, mount }) });
  return (
    html
      .replace(PAGE_BLOCK, (_all, open: string, _json, close: string) => open + renewed + close)
      // The live page allows what it contains, by hash; the headers still forbid the rest.
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
      // What other code has prepared may have another form.
      .replace(/<script type="application\/json" id="data"[^>]*>[^<]*<\/script>/, '')
      .replaceAll(/<link rel="preload"[^>]* as="script"[^>]*>/g, '')
      .replaceAll(/<style data-href="([^"]*)">[^<]*<\/style>/g, (style, file: string) =>
        file.startsWith(`${name}.`) ? '' : style,
      )
      .replace(
        /<div id="root"[^>]*>[^]*<\/div>(?=\s*<script type="application\/json" id="page">)/,
        '<div id="root" data-status="200" data-emptied></div>',
      )
  );
}

/** What a page was made of; undefined if it is no page of such a site. */
export function readPageBlock(html: string): PageBlock | undefined {
  const json = PAGE_BLOCK.exec(html)?.[2];
  return json === undefined ? undefined : (JSON.parse(json) as PageBlock);
}

function remoteFromHere({ app, name, mount }: LocalRemote): ReleaseRemote {
  const url = assetUrl({ app, version: WATCHED_VERSION }, 'remoteEntry.js');
  return { name, mount, version: WATCHED_VERSION, entry: { url, integrity: '' } };
}
