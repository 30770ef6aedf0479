import type { Artifact } from '../build/Artifact';
import { git } from '../build/readOrigin';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { describeSource } from './describeSource';

/**
 * What a release is made of: versions, where they come from, pages with their sizes, and what it changed against the
 * one before.
 *
 * @param repository a checkout, for the commits between two builds of an app
 * @throws Error if there is no such release
 */
export async function describeRelease(store: Store, id: string, repository = '.'): Promise<string[]> {
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
      return [
        `  ${app.padEnd(16)} ${version}  ${kilobytes(bytes)} of files${changeOf(before, app, version)}`,
        ...origin(release, app),
        ...commitsSince(before, release, app, repository),
      ];
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
    ...apps.flat(),
    'Pages',
    ...pages,
    ...gone,
  ];
}

function origin({ block }: Release, app: string): string[] {
  const source = block.builds?.[app];
  return source ? [`    of ${describeSource(source)}, built ${source.builtAt} with Node ${source.node}`] : [];
}

/** The commits that an app has more than in the release before, as far as they are in the checkout. */
function commitsSince(
  before: Release | undefined,
  release: Release,
  app: string,
  repository: string,
): string[] {
  const [from, to] = [before, release].map((one) => one?.block.builds?.[app]?.commit);
  if (!from || !to || from === to) return [];
  const commits = git(repository, 'log', '--oneline', `${from}..${to}`, '--', app, 'shared');
  return commits ? commits.split('\n').map((line) => `    + ${line}`) : [];
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
