import type { Damage } from '../store/findDamage';
import { DamagedBuildError, loadArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { dataKey } from './readRelease';
import { buildsOf, contentsOf, type Release } from './Release';
import { partOf, partsOf } from './walkParts';

/** What a store has lost, by part (`partsOf`): one of its damaged files each. */
export type LostParts = Map<string, Damage>;

/**
 * Adds damage to what is lost.
 *
 * @param written the parts that were just written
 * @returns whether to start again: something was not known to be lost, or was removed as soon as it was written
 */
export function noteDamage(
  lost: LostParts,
  damage: Damage[],
  written: ReadonlySet<string> = new Set(),
): boolean {
  let startsAgain = false;
  for (const one of damage) {
    const part = partOf(one.key);
    if (!lost.has(part) || written.has(part)) startsAgain = true;
    lost.set(part, one);
  }
  return startsAgain;
}

/** A release without the pages and files whose content is lost, so that nobody takes them over. */
export function withoutLost(release: Release, lost: LostParts): Release {
  const isThere = (content: string) => !lost.has(`pages/${content}`);
  const pages = Object.entries(release.pages).filter(([, { content }]) => isThere(content));
  // The files beside the pages are made together.
  const files = Object.values(release.files).every(isThere) ? release.files : {};
  return { ...release, pages: Object.fromEntries(pages), files };
}

/** The apps that have to be read again, since data of their pages is lost. */
export function appsToReadAgain(release: Release | undefined, lost: LostParts): string[] {
  const pages = [...Object.values(release?.pages ?? {}), ...Object.values(release?.failed ?? {})];
  return pages.flatMap(({ app, data }) => (data !== undefined && lost.has(dataKey(data)) ? [app] : []));
}

/**
 * The builds of a release that can be put back: those at hand, and those in the store of which only compressed forms are
 * lost.
 */
export async function buildsToPutBack(
  store: Store,
  release: Release,
  lost: LostParts,
  atHand: LoadedArtifact[],
): Promise<LoadedArtifact[]> {
  const builds = [...buildsOf(release)].filter((build) => lost.has(build));
  const found = builds.map(async (build) => {
    const [app = '', version = ''] = build.split('/');
    const isIt = ({ artifact }: LoadedArtifact) => artifact.app === app && artifact.version === version;
    try {
      return atHand.find(isIt) ?? (await loadArtifact(store, app, version, () => true));
    } catch (error) {
      if (error instanceof DamagedBuildError) return undefined;
      throw error;
    }
  });
  return (await Promise.all(found)).flatMap((one) => one ?? []);
}

/** Whether the live release has lost something that only another release can have, or something that was made again. */
export function needsRelease(live: Release, lost: LostParts, written: ReadonlySet<string>): boolean {
  if ([...written].some((part) => lost.has(part))) return true;
  return contentsOf({ pages: {}, files: live.files }).some(([, content]) => lost.has(`pages/${content}`));
}

/** What a release still lacks, and how to get it back: a line for each. */
export function describeLeft(release: Release, lost: LostParts, written: ReadonlySet<string>): string[] {
  const named = partsOf(release);
  return [...lost].flatMap(([part, { key, problem }]) =>
    named.has(part) && !written.has(part) ? [`${key} ${problem}. ${adviceOn(part)}`] : [],
  );
}

function adviceOn(part: string): string {
  if (/^(?:pages|data)\//.test(part))
    return 'Make it again: npm run deploy -- --repair --backend <backend-url>';
  return howToPutBack(part);
}

/** How a build, `<app>/<version>`, is put back. */
export function howToPutBack(build: string): string {
  const [app, version] = build.split('/');
  return `Put the build back from its commit: npm run deploy -- ${app} ${app}@${version}`;
}
