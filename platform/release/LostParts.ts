import type { Damage } from '../store/findDamage';
import { DamagedBuildError, loadArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { dataKey } from './readRelease';
import { buildsOf, contentsOf, type Release } from './Release';
import { partOf, partsOf } from './walkParts';

/**
 * The parts (`partsOf`) of a store that have missing or altered files. Each part is mapped to the damage of one of
 * these files.
 */
export type LostParts = Map<string, Damage>;

/**
 * Adds to `lost` each part that a damaged file belongs to.
 *
 * @param written the parts that have just been written
 * @returns true if a part was not known to be lost, or is damaged although it has just been written; the caller then
 *   starts again
 */
export function recordDamage(
  lost: LostParts,
  damage: Damage[],
  written: ReadonlySet<string> = new Set(),
): boolean {
  let startsAgain = false;
  for (const damaged of damage) {
    const part = partOf(damaged.key);
    if (!lost.has(part) || written.has(part)) startsAgain = true;
    lost.set(part, damaged);
  }
  return startsAgain;
}

/** A release without the pages and files whose content is lost, so that the next release does not reuse them. */
export function withoutLost(release: Release, lost: LostParts): Release {
  const isStored = (content: string) => !lost.has(`pages/${content}`);
  const pages = Object.entries(release.pages).filter(([, { content }]) => isStored(content));
  // Files that are not pages, e.g. `robots.txt`, are made as a set: if one of them is lost, the set is rebuilt.
  const files = Object.values(release.files).every(isStored) ? release.files : {};
  return { ...release, pages: Object.fromEntries(pages), files };
}

/** The apps whose data has to be read again because the store has lost some of it. */
export function appsToReadAgain(release: Release | undefined, lost: LostParts): string[] {
  const pages = [...Object.values(release?.pages ?? {}), ...Object.values(release?.failed ?? {})];
  const affected = pages.filter(({ data }) => data !== undefined && lost.has(dataKey(data)));
  const answers = Object.values(release?.answers ?? {}).filter(({ content }) => lost.has(dataKey(content)));
  return [...affected.map(({ app }) => app), ...answers.flatMap(({ by }) => by)];
}

/**
 * Finds a release's lost builds that can be restored: a build can be restored if it is in `atHand`, or if only its
 * compressed files are damaged.
 */
export async function buildsToRestore(
  store: Store,
  release: Release,
  lost: LostParts,
  atHand: LoadedArtifact[],
): Promise<LoadedArtifact[]> {
  const restorable: LoadedArtifact[] = [];
  for (const build of buildsOf(release)) {
    if (!lost.has(build)) continue;
    const [app = '', version = ''] = build.split('/');
    const found =
      atHand.find(({ artifact }) => artifact.app === app && artifact.version === version) ??
      (await loadIfIntact(store, app, version));
    if (found) restorable.push(found);
  }
  return restorable;
}

async function loadIfIntact(store: Store, app: string, version: string): Promise<LoadedArtifact | undefined> {
  try {
    return await loadArtifact(store, app, version, () => true);
  } catch (error) {
    if (error instanceof DamagedBuildError) return undefined;
    throw error;
  }
}

/**
 * Whether a new release is needed to restore the live one. It is needed if a lost part has been rebuilt. It is also
 * needed if the live release has lost a file that is not a page, e.g. `robots.txt`: only a new release rebuilds these
 * files.
 */
export function needsRelease(live: Release, lost: LostParts, written: ReadonlySet<string>): boolean {
  if ([...written].some((part) => lost.has(part))) return true;
  return contentsOf({ pages: {}, files: live.files }).some(([, content]) => lost.has(`pages/${content}`));
}

/** One line for each part that a release still lacks, with advice on restoring it. */
export function describeMissing(release: Release, lost: LostParts, written: ReadonlySet<string>): string[] {
  const named = partsOf(release);
  const lines: string[] = [];
  for (const [part, { key, problem }] of lost) {
    if (named.has(part) && !written.has(part)) lines.push(`${key} ${problem}. ${adviceOn(part)}`);
  }
  return lines;
}

function adviceOn(part: string): string {
  if (/^(?:pages|data)\//.test(part))
    return 'Make it again: npm run deploy -- --repair --backend <backend-url>';
  return howToRestore(part);
}

/** How to restore a build, `<app>/<version>`. */
export function howToRestore(build: string): string {
  const [app, version] = build.split('/');
  return `Restore the build from its commit: npm run deploy -- ${app} ${app}@${version}`;
}
