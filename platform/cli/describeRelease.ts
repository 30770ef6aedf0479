import { describeCommit } from '../release/describeBuilds';
import { pagePath, type Release } from '../release/Release';
import { parseDescription } from '../store/parseDescription';
import type { Store } from '../store/Store';
import { descriptionKey } from '../store/readBuild';

/**
 * Describes a release and the builds in it: their versions, commits and sizes, compared with the release `before`.
 *
 * @param before the previous release; undefined if the store has none
 */
export async function describeRelease(
  store: Store,
  release: Release,
  before: Release | undefined,
): Promise<string[]> {
  const names = Object.keys(release.builds).sort();
  const apps = await Promise.all(names.map((app) => describeApp(store, app, release, before)));
  return [
    `Release ${release.id}`,
    `Made ${release.createdAt}${release.base ? ` after ${release.base}` : ', the first'}`,
    '',
    ...apps,
    '',
  ];
}

async function describeApp(
  store: Store,
  app: string,
  release: Release,
  before: Release | undefined,
): Promise<string> {
  const { version = '', source } = release.builds[app] ?? {};
  const earlier = before?.builds[app]?.version;
  const bytes = await sumBytes(store, app, version);
  const isOther = earlier !== undefined && earlier !== version;
  const difference = isOther ? bytes - (await sumBytes(store, app, earlier)) : 0;
  const parts = [
    `${version}${source ? ` of ${describeCommit(source)}` : ''}`,
    earlier === undefined && 'new',
    isOther && `was ${earlier}`,
    kilobytes(bytes),
    isOther && `${difference < 0 ? '' : '+'}${kilobytes(difference)}`,
  ].filter(Boolean);
  return `    ${app.padEnd(16)} ${parts.join(', ')}`;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** Returns the total uncompressed size, in bytes, of a build's browser files. */
async function sumBytes(store: Store, app: string, version: string): Promise<number> {
  const content = await store.read(descriptionKey(`${app}/${version}`));
  const description = content && parseDescription(content);
  return Object.values(description?.files ?? {}).reduce((sum, file) => sum + file.bytes, 0);
}

/**
 * Lists the pages of a release, and those that have been removed since the release `before`. Marks pages that are new or
 * changed. Also lists pages that could not be rendered, and apps whose data could not be read.
 */
export function describePages(release: Release, before: Release | undefined): string[] {
  const pages = Object.entries(release.pages).map(([file, page]) => {
    const earlier = before?.pages[file]?.content;
    const mark = !before || earlier === page.content ? '' : earlier ? '  changed' : '  new';
    return `    ${pagePath(file, page).padEnd(28)} ${page.app}${mark}`;
  });
  const gone = Object.entries(before?.pages ?? {}).filter(([file]) => !(file in release.pages));
  const behind = Object.entries(release.behind ?? {});
  return [
    ...pages,
    ...gone.map(([file, page]) => `    ${pagePath(file, page).padEnd(28)} is gone`),
    ...behind.map(
      ([file, page]) => `    ${pagePath(file, page).padEnd(28)} ${page.app}  could not be rendered`,
    ),
    ...(release.unread ?? []).map((app) => `    ${app} could not be read: its pages show older data`),
  ];
}
