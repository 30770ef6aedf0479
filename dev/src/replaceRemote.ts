import { assetUrl } from '@site/tools/release/assetUrl';
import type { PageManifest, ReleaseManifest, ReleaseRemote } from '@site/shared/remote';
import { ownerOf } from '@site/shared/ownerOf';
import { PAGE_MANIFEST_ID, PAGE_DATA_ID } from '@site/shell/readPage';
import { JSDOM } from 'jsdom';
import { WATCHED_VERSION } from './openDevelopmentRelease';

/** The remote that is built here. */
interface LocalRemote {
  /** Its workspace, e.g. `studio-remote`. */
  app: string;
  name: string;
  mount: string;
}

/** What is live, with one remote from the development server. */
export function withLocalRemote(release: ReleaseManifest, local: LocalRemote): ReleaseManifest {
  const others = release.remotes.filter(({ name }) => name !== local.name);
  return { ...release, remotes: [...others, localRemote(local)] };
}

/**
 * A page of the live site as its remote from the development server renders it: what its old code has rendered goes
 * out of it, so that the new code renders it from the start. Pages of others stay as they are.
 *
 * @param path the page's address
 * @param release what is live, with the remote from here
 * @throws Error if it is no page of such a site
 */
export function replaceRemote(
  html: string,
  path: string,
  local: LocalRemote,
  release: ReleaseManifest,
): string {
  const page = new JSDOM(html);
  const { document } = page.window;
  const manifest = document.querySelector(`script#${PAGE_MANIFEST_ID}`);
  if (!manifest)
    throw new Error(`${path} has no page manifest: is this the site that --against should name?`);
  const root = document.getElementById('root');
  // The 404 page is the shell's, whoever owns the address.
  if (ownerOf(path, release.remotes)?.name !== local.name || root?.dataset.status === '404') return html;
  const outdated = [
    // The live page allows what it contains, by hash; the headers still forbid the rest.
    'meta[http-equiv="Content-Security-Policy"]',
    // What other code has prepared may have another form.
    `#${PAGE_DATA_ID}`,
    'script[src]:not([src^="/assets/shell/"])',
    'style[data-href]:not([data-href^="shell."])',
  ];
  for (const element of document.querySelectorAll(outdated.join())) element.remove();
  if (root) root.outerHTML = '<div id="root" data-status="200" data-emptied></div>';
  const live = JSON.parse(manifest.textContent) as PageManifest;
  manifest.textContent = JSON.stringify({ ...live, remote: localRemote(local) });
  return page.serialize();
}

function localRemote({ app, name, mount }: LocalRemote): ReleaseRemote {
  const url = assetUrl({ app, version: WATCHED_VERSION }, 'remoteEntry.js');
  return { name, mount, version: WATCHED_VERSION, entry: { url, integrity: '' } };
}
