import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { changesOf, kilobytes, type AppChange } from '../release/changesOf';
import { describeSource } from '../release/describeBuilds';

/**
 * What a release is made of: versions, where they come from, pages with their sizes, and what it changed against the
 * one before.
 *
 * @param repository a checkout, for the commits between two builds of an app
 * @throws Error if there is no such release
 */
export async function describeRelease(store: Store, id: string, repository = '.'): Promise<string[]> {
  const release = await readRelease(store, id);
  const { before, changes } = await changesOf(store, release, repository);
  const sizes = new Map((await store.walk('pages/')).map(({ key, bytes }) => [key, bytes]));
  const apps = changes.map((change) => {
    const { app, version, bytes, source, commits } = change;
    return [
      `  ${app.padEnd(16)} ${version}  ${kilobytes(bytes)} of files${before ? changeOf(change) : ''}`,
      ...(source ? [`    ${describeSource(source)}`] : []),
      ...commits.map((commit) => `    ${commit}`),
    ];
  });
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
    ...apps.flat(),
    'Pages',
    ...pages,
    ...gone,
  ];
}

function changeOf({ version, earlier }: AppChange): string {
  if (earlier === version) return '';
  return earlier ? `, was ${earlier}` : ', new';
}

function changeOfPage(before: Release | undefined, file: string, content: string): string {
  if (!before) return '';
  const earlier = before.pages[file];
  if (!earlier) return '  new';
  return earlier.content === content ? '' : '  changed';
}
