import type { Artifact } from '../build/Artifact';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';

/**
 * What a release is made of: versions, pages with their sizes, and what it changed against the one before.
 *
 * @throws Error if there is no such release
 */
export async function describeRelease(store: Store, id: string): Promise<string[]> {
  const release = await readRelease(store, id);
  const before = release.base ? await readRelease(store, release.base).catch(() => undefined) : undefined;
  const sizes = new Map((await store.walk('pages/')).map(({ key, bytes }) => [key, bytes]));
  const apps = await Promise.all(
    Object.entries(release.apps).map(async ([app, version]) => {
      const artifact = await store.read(`artifacts/${app}/${version}/artifact.json`);
      const { files } = artifact
        ? (JSON.parse(artifact.toString()) as Pick<Artifact, 'files'>)
        : { files: {} };
      const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
      return `  ${app.padEnd(16)} ${version}  ${kilobytes(bytes)} of files${changeOf(before, app, version)}`;
    }),
  );
  const pages = Object.entries(release.pages).map(([file, { app, path, content }]) => {
    const key = `pages/${content}`;
    const size = `${kilobytes(sizes.get(key))}, ${kilobytes(sizes.get(`${key}.br`))} as brotli`;
    return `  ${path.padEnd(28)} ${app.padEnd(16)} ${size}${changeOfPage(before, file, content)}`;
  });
  const gone = Object.entries(before?.pages ?? {})
    .filter(([file]) => !(file in release.pages))
    .map(([, { path }]) => `  ${path.padEnd(28)} is gone`);
  return [
    `Release ${id}, composed ${release.createdAt}`,
    release.base ? `After ${release.base}${before ? '' : ', which prune has removed'}` : 'The first release',
    'Apps',
    ...apps,
    'Pages',
    ...pages,
    ...gone,
  ];
}

function changeOf(before: Release | undefined, app: string, version: string): string {
  if (!before) return '';
  const earlier = before.apps[app];
  if (earlier === version) return '';
  return earlier ? `, was ${earlier}` : ', new';
}

function changeOfPage(before: Release | undefined, file: string, content: string): string {
  if (!before) return '';
  const earlier = before.pages[file];
  if (!earlier) return '  new';
  return earlier.content === content ? '' : '  changed';
}

function kilobytes(bytes = 0): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
