import type { ReleaseManifest } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { RELEASE_FILE, type BuildCalls, type Release, type ReleasePage } from '../release/Release';
import type { SiteSource } from './SiteSource';

/** A release, and what tabs are told of it. */
interface Told {
  release: Release;
  manifest: ReleaseManifest;
}

/** What is shown, with the file that tabs read, which is in no store. */
interface Shown {
  of: Release[];
  release: Release;
  manifestKey: string;
  manifest: Buffer;
}

/**
 * Shows what is live now, overlaid by the pages that were made for a preview.
 *
 * @param live the live site, which is not closed with it
 * @param preview the preview's own store
 */
export function previewSource(live: SiteSource, preview: SiteSource): SiteSource {
  let shown: Shown | undefined;

  async function show(): Promise<Shown> {
    const of = await Promise.all([live.live(), preview.live()]);
    // The same release stays the same object as long as nothing has changed.
    if (shown?.of.every((release, index) => release === of[index])) return shown;
    const { release, manifest: told } = overlay(await tell(live, of[0]), await tell(preview, of[1]));
    const manifest = Buffer.from(JSON.stringify(told));
    const content = sha256(manifest);
    const files = { ...release.files, [RELEASE_FILE]: content };
    shown = { of, release: { ...release, files }, manifestKey: `pages/${content}`, manifest };
    return shown;
  }

  return {
    live: async () => (await show()).release,
    async read(key) {
      if (key === shown?.manifestKey) return shown.manifest;
      return (await preview.read(key)) ?? live.read(key);
    },
    isWhole: async () => (await preview.isWhole()) && live.isWhole(),
    close: () => preview.close(),
  };
}

async function tell(source: SiteSource, release: Release): Promise<Told> {
  const manifest = await source.read(`pages/${release.files[RELEASE_FILE]}`);
  if (!manifest) throw new Error(`${RELEASE_FILE} of release ${release.id} is missing in the store.`);
  return { release, manifest: JSON.parse(manifest.toString()) as ReleaseManifest };
}

/**
 * Lays a preview over the live release. Its own store has all that is taken from it, since that was made for it. A page
 * that could not be rendered for it is shown as it is live.
 */
export function overlay(live: Told, preview: Told): Told {
  const { apps, preview: names = [], builds } = preview.release;
  // A new shell is a part of all pages.
  const isWhole = names.includes('shell');
  const taken = Object.keys(apps).filter((app) => isWhole || names.includes(app));
  const wasMade = ({ app, version, shell }: ReleasePage) =>
    isWhole ? shell === apps.shell : names.includes(app) && version === apps[app];
  const remotes = preview.manifest.remotes.filter(({ version }) =>
    taken.some((app) => apps[app] === version),
  );
  const isFileOf = (file: string) =>
    file.startsWith('remotes/') ? remotes.some(({ name }) => file.startsWith(`remotes/${name}/`)) : isWhole;
  const id = `${preview.release.id}+${live.release.id}`;
  const release: Release = {
    ...live.release,
    id,
    apps: { ...live.release.apps, ...pick(apps, taken) },
    calls: [...callsIn(live.release), ...callsIn(preview.release)],
    pages: {
      ...pick(live.release.pages, pagesThatStay(live.release, preview.release)),
      ...Object.fromEntries(Object.entries(preview.release.pages).filter(([, page]) => wasMade(page))),
    },
    failed: { ...live.release.failed, ...preview.release.failed },
    files: {
      ...live.release.files,
      ...Object.fromEntries(Object.entries(preview.release.files).filter(([file]) => isFileOf(file))),
    },
  };
  const manifest: ReleaseManifest = {
    ...live.manifest,
    id,
    ...(isWhole && { shell: preview.manifest.shell }),
    remotes: [
      ...live.manifest.remotes.filter(({ name }) => !remotes.some((one) => one.name === name)),
      ...remotes,
    ],
    builds: { ...live.manifest.builds, ...pick(builds ?? {}, taken) },
    preview: true,
  };
  return { release, manifest };
}

/** What a release of before calls were declared allows is what builds of then do. */
function callsIn({ calls = [{ builds: [] }] }: Release): BuildCalls[] {
  return calls;
}

/**
 * The live pages that stay: those of other apps, those that could not be rendered for the preview, and those that have
 * come since it was made. A page whose route the preview has taken away goes.
 */
function pagesThatStay(
  { pages }: Release,
  { preview: names = [], pages: own, failed = {} }: Release,
): string[] {
  const routes = new Set(Object.values(own).map(({ app, path, route = path }) => `${app} ${route}`));
  return Object.entries(pages).flatMap(([file, { app, route }]) => {
    const isEntry = route !== undefined && routes.has(`${app} ${route}`);
    return !names.includes(app) || isEntry || Object.hasOwn(failed, file) ? [file] : [];
  });
}

function pick<Value>(from: Record<string, Value>, names: string[]): Record<string, Value> {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(from).filter(([name]) => wanted.has(name)));
}
