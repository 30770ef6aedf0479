import type { ReleaseManifest, ReleaseRemote } from '@site/shared/remote';
import { sha256 } from '../build/sha256';
import { RELEASE_FILE, type BuildCalls, type Release } from '../release/Release';
import type { SiteSource } from './SiteSource';

/** A release and its manifest for open tabs. */
interface LoadedRelease {
  release: Release;
  manifest: ReleaseManifest;
}

/** The overlaid release. Its manifest is only in memory. */
interface Shown {
  /** The two releases that were overlaid. */
  madeOf: { live: Release; preview: Release };
  release: Release;
  manifestKey: string;
  manifest: Buffer;
}

/**
 * Shows the live release, overlaid with the pages of a preview.
 *
 * @param live the live site, which stays open when the preview is closed
 * @param preview the preview's own store
 */
export function previewSource(live: SiteSource, preview: SiteSource): SiteSource {
  let shown: Shown | undefined;

  async function show(): Promise<Shown> {
    const [liveRelease, previewRelease] = await Promise.all([live.live(), preview.live()]);
    const isCurrent = shown?.madeOf.live === liveRelease && shown.madeOf.preview === previewRelease;
    // Callers compare releases by identity, so return the same object until the live release or the preview changes.
    if (shown && isCurrent) return shown;
    const overlaid = overlay(
      await loadManifest(live, liveRelease),
      await loadManifest(preview, previewRelease),
    );
    const manifest = Buffer.from(JSON.stringify(overlaid.manifest));
    const hash = sha256(manifest);
    const files = { ...overlaid.release.files, [RELEASE_FILE]: hash };
    shown = {
      madeOf: { live: liveRelease, preview: previewRelease },
      release: { ...overlaid.release, files },
      manifestKey: `pages/${hash}`,
      manifest,
    };
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
  if (!manifest) throw new Error(`${RELEASE_FILE} of release ${release.id} is missing from the store.`);
  return { release, manifest: JSON.parse(manifest.toString()) as ReleaseManifest };
}

/** What a preview replaces in the live release. */
interface Replacement {
  /** Whether the preview contains a shell, and so replaces everything. */
  isWhole: boolean;
  /** The replaced apps. */
  apps: string[];
  /** The preview's builds of the replaced remotes. */
  remotes: ReleaseRemote[];
}

/**
 * Overlays the live release with a preview. Everything that was made for the preview comes from the preview's own store.
 * If a page could not be rendered for the preview, the live page is shown.
 */
export function overlay(live: LoadedRelease, preview: LoadedRelease): LoadedRelease {
  const id = `${preview.release.id}+${live.release.id}`;
  const replacement = replacementBy(preview);
  return {
    release: { ...overlayRelease(live.release, preview.release, replacement), id },
    manifest: { ...overlayManifest(live.manifest, preview, replacement), id },
  };
}

function replacementBy({ release, manifest }: LoadedRelease): Replacement {
  const { apps, preview: previewed = [] } = release;
  const isWhole = previewed.includes('shell');
  const replaced = Object.keys(apps).filter((app) => isWhole || previewed.includes(app));
  const versions = new Set(replaced.map((app) => apps[app]));
  const remotes = manifest.remotes.filter(({ version }) => versions.has(version));
  return { isWhole, apps: replaced, remotes };
}

function overlayRelease(live: Release, preview: Release, replacement: Replacement): Release {
  return {
    ...live,
    apps: { ...live.apps, ...pick(preview.apps, replacement.apps) },
    calls: [...callsIn(live), ...callsIn(preview)],
    pages: {
      ...pick(live.pages, remainingPages(live, preview)),
      ...pick(preview.pages, replacingPages(preview, replacement)),
    },
    failed: { ...live.failed, ...preview.failed },
    files: { ...live.files, ...pick(preview.files, replacingFiles(preview, replacement)) },
  };
}

function overlayManifest(
  live: ReleaseManifest,
  { release, manifest }: LoadedRelease,
  { isWhole, apps, remotes }: Replacement,
): ReleaseManifest {
  const replaced = new Set(remotes.map(({ name }) => name));
  const others = live.remotes.filter(({ name }) => !replaced.has(name));
  return {
    ...live,
    ...(isWhole && { shell: manifest.shell }),
    remotes: [...others, ...remotes],
    builds: { ...live.builds, ...pick(release.builds ?? {}, apps) },
    preview: true,
  };
}

/**
 * The files of the pages that were rendered for the preview. The preview's other pages were taken over from the live
 * release.
 */
function replacingPages({ apps, pages }: Release, { isWhole, apps: replaced }: Replacement): string[] {
  const replacing: string[] = [];
  for (const [file, { app, version, shell }] of Object.entries(pages)) {
    const isOfShell = shell === apps.shell;
    const isOfApp = replaced.includes(app) && version === apps[app];
    if (isWhole ? isOfShell : isOfApp) replacing.push(file);
  }
  return replacing;
}

/** The non-page files of the replaced apps. */
function replacingFiles({ files }: Release, { isWhole, remotes }: Replacement): string[] {
  return Object.keys(files).filter((file) => {
    // All other files belong to the shell, including remotes/base.css.
    const [, owner] = /^remotes\/([^/]+)\//.exec(file) ?? [];
    return owner === undefined ? isWhole : remotes.some(({ name }) => name === owner);
  });
}

/** The calls that a release allows. An old release declares no calls, and allows the `formerCalls`. */
function callsIn({ calls = [{ builds: [] }] }: Release): BuildCalls[] {
  return calls;
}

/**
 * Lists the files of live pages that remain visible: pages of other apps, pages that could not be rendered for the
 * preview, and entries that were added after the preview was made. A page is left out if the preview has removed its
 * route.
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
  return Object.fromEntries(Object.entries(from).filter(([name]) => wanted.has(name)));
}
