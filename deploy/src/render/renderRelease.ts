import type { Composition } from '../release/composeRelease';
import { eachInParallel } from '../store/eachInParallel';
import type { LoadedArtifact } from '../build/readArtifact';
import { renderable } from './renderable';
import type { Release } from '../release/Release';
import { liveManifest } from './liveManifest';
import { renderInChild } from './renderInChild';
import type { Store } from '../store/Store';

/**
 * The pages of a release and the files beside them, by name: rendered, or taken over from the live release. Notes
 * in the release what only rendering could tell.
 *
 * @param set the builds of the release
 * @throws Error if a page cannot be rendered or taken over
 */
export async function renderRelease(
  store: Store,
  { release, render: files, carry }: Composition,
  set: LoadedArtifact[],
  live: Release | undefined,
): Promise<Record<string, string | Buffer>> {
  const rendering = await renderInChild({
    release,
    apps: set.map(renderable),
    files,
    carry: await readPages(store, live, carry),
  });
  for (const [file, page] of Object.entries(release.pages)) {
    if (rendering.listed.includes(file)) page.listed = true;
  }
  const icon = set.find(({ artifact }) => !artifact.remote)?.files.get('favicon.ico');
  const siteFiles = {
    ...rendering.siteFiles,
    ...(icon && { 'favicon.ico': icon }),
    ...Object.fromEntries(set.flatMap(liveManifest)),
  };
  release.files = Object.keys(siteFiles);
  return { ...rendering.documents, ...siteFiles };
}

async function readPages(
  store: Store,
  live: Release | undefined,
  files: string[],
): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  await eachInParallel(files, async (file) => {
    const page = await store.read(`releases/${live?.id}/${file}`);
    if (!page) throw new Error(`${file} is missing in release ${live?.id}.`);
    pages[file] = page.toString();
  });
  return pages;
}
