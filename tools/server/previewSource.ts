import type { ReleaseManifest } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { RELEASE_FILE, type BuildCalls, type Release, type ReleasePage } from '../release/Release';
import type { SiteSource } from './SiteSource';

/** A release and its manifest for open tabs. */
interface LoadedRelease {
  release: Release;
  manifest: ReleaseManifest;
}

/** The overlaid release. Its manifest is only in memory. */
interface Shown {
  /** The two releases that it was made from: the live one and the preview's. */
  sources: Release[];
  release: Release;
  manifestKey: string;
  manifest: Buffer;
}

/**
 * Shows the live release, overlaid with the pages of a preview.
 *
 * @param live the live site. Closing the preview does not close it
 * @param preview the preview's own store
 */
export function previewSource(live: SiteSource, preview: SiteSource): SiteSource {
  let shown: Shown | undefined;

  async function show(): Promise<Shown> {
    const sources = await Promise.all([live.live(), preview.live()]);
    // Callers compare releases by identity, so return the same object until one of them changes.
    if (shown?.sources.every((release, index) => release === sources[index])) return shown;
    const [liveRelease, previewRelease] = sources;
    const { release, manifest } = overlay(
      await loadManifest(live, liveRelease),
      await loadManifest(preview, previewRelease),
    );
    const bytes = Buffer.from(JSON.stringify(manifest));
    const hash = sha256(bytes);
    const files = { ...release.files, [RELEASE_FILE]: hash };
    shown = { sources, release: { ...release, files }, manifestKey: `pages/${hash}`, manifest: bytes };
    return shown;
  }

  return {
    live: async () => (await show()).release,
    async read(key) {
      if (key === shown?.manifestKey) return shown.manifest;
      return (await preview.read(key)) ?? live.read(key);
    },
    isIntact: async () => (await preview.isIntact()) && live.isIntact(),
    close: () => preview.close(),
  };
}

async function loadManifest(source: SiteSource, release: Release): Promise<LoadedRelease> {
  const manifest = await source.read(`pages/${release.files[RELEASE_FILE]}`);
  if (!manifest) throw new Error(`${RELEASE_FILE} of release ${release.id} is missing in the store.`);
  return { release, manifest: JSON.parse(manifest.toString()) as ReleaseManifest };
}

/**
 * Overlays the live release with a preview. Everything that was made for the preview comes from its own store. A page that
 * could not be rendered for the preview is the live one.
 */
export function overlay(live: LoadedRelease, preview: LoadedRelease): LoadedRelease {
  const { apps, preview: names = [], builds } = preview.release;
  // The shell is part of every page, so a preview of the shell replaces all of them.
  const includesShell = names.includes('shell');
  const previewedApps = Object.keys(apps).filter((app) => includesShell || names.includes(app));
  const wasRendered = ({ app, version, shell }: ReleasePage) =>
    includesShell ? shell === apps.shell : names.includes(app) && version === apps[app];
  const remotes = preview.manifest.remotes.filter(({ version }) =>
    previewedApps.some((app) => apps[app] === version),
  );
  const isPreviewFile = (file: string) => {
    if (!file.startsWith('remotes/')) return includesShell;
    return remotes.some(({ name }) => file.startsWith(`remotes/${name}/`));
  };
  const id = `${preview.release.id}+${live.release.id}`;
  const release: Release = {
    ...live.release,
    id,
    apps: { ...live.release.apps, ...pick(apps, previewedApps) },
    calls: [...callsIn(live.release), ...callsIn(preview.release)],
    pages: {
      ...pick(live.release.pages, remainingPages(live.release, preview.release)),
      ...filter(preview.release.pages, (_, page) => wasRendered(page)),
    },
    failed: { ...live.release.failed, ...preview.release.failed },
    files: {
      ...live.release.files,
      ...filter(preview.release.files, isPreviewFile),
    },
  };
  const manifest: ReleaseManifest = {
    ...live.manifest,
    id,
    ...(includesShell && { shell: preview.manifest.shell }),
    remotes: [
      ...live.manifest.remotes.filter(({ name }) => !remotes.some((one) => one.name === name)),
      ...remotes,
    ],
    builds: { ...live.manifest.builds, ...pick(builds ?? {}, previewedApps) },
    preview: true,
  };
  return { release, manifest };
}

/** The calls that a release allows. A release from before calls were declared allows the former calls. */
function callsIn({ calls = [{ builds: [] }] }: Release): BuildCalls[] {
  return calls;
}

/**
 * The files of the live pages that remain visible: pages of other apps, pages that could not be rendered for the preview, and
 * entries that were added after the preview was made. Pages whose route the preview removes are left out.
 */
function remainingPages(
  { pages }: Release,
  { preview: names = [], pages: previewPages, failed = {} }: Release,
): string[] {
  const routes = new Set(Object.values(previewPages).map(({ app, path, route = path }) => `${app} ${route}`));
  const remaining: string[] = [];
  for (const [file, { app, route }] of Object.entries(pages)) {
    const isOfOtherApp = !names.includes(app);
    const isNewEntry = route !== undefined && routes.has(`${app} ${route}`);
    if (isOfOtherApp || isNewEntry || Object.hasOwn(failed, file)) remaining.push(file);
  }
  return remaining;
}

function pick<Value>(from: Record<string, Value>, names: string[]): Record<string, Value> {
  const wanted = new Set(names);
  return filter(from, (name) => wanted.has(name));
}

function filter<Value>(
  from: Record<string, Value>,
  isKept: (name: string, value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name, value]) => isKept(name, value)));
}
