import { randomBytes } from 'node:crypto';
import { folderStore } from '../store/folderStore';
import { loadBuild, type LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { findMissing } from './findMissing';
import { listPreviews } from './listPreviews';
import { makePages } from './makePages';
import { plan, type Plan } from './plan';
import { operatorName, publish } from './publish';
import type { ReadOptions } from './read';
import { readData } from './readData';
import { listNumbers } from './readReleases';
import { deploymentOf, type Release } from './Release';
import { endOldPreviews, removePreview } from './removePreview';
import { write, type NewParts } from './write';

/** The maximum number of attempts to publish a preview while others publish previews of the same name. */
const ATTEMPTS = 20;

interface PreviewOptions extends ReadOptions {
  artifacts: LoadedBuild[];
  /** The live store, which is only read. */
  store: Store;
  /** The store of all previews. */
  previews: Store;
  /** A name that matches `PREVIEW_NAME`. A later preview with the same name replaces this one, at the same address. */
  name: string;
}

/** A preview that has been made. */
export interface Preview {
  /** The first label of the preview's host name, and the name of the preview's folder in the store of previews. */
  label: string;
  release: Release;
}

/**
 * Makes the release that a deployment would make live now, in a folder of its own. It stays as it was made: the folder
 * contains all pages that differ from the live site, and the builds and answers of the whole release. Previews that are
 * older than 30 days are removed.
 *
 * @returns undefined if the builds are live already; an earlier preview of the same name is then removed
 * @throws Error that says what was refused and why
 */
export async function previewRelease(options: PreviewOptions): Promise<Preview | undefined> {
  const { store, previews, name, artifacts: given, log } = options;
  await endOldPreviews(previews, log);
  const planned = await plan(store, { kind: 'deploy', artifacts: given }, log);
  const { live, artifacts } = planned;
  if (!live)
    throw new Error('A preview shows changes to the live site, and nothing is live yet. Deploy first.');
  if (artifacts.length === 0) {
    log(`Nothing to preview: the live release ${live.id} has these builds.`);
    await removePreview(previews, name, log);
    return undefined;
  }
  const made = await makePages(planned, { ...options, retries: true, isPreview: true });
  const release = ownParts(made);
  const data = await answersShown(store, made);
  const [label = newLabel(name)] = await listPreviews(previews, name);
  const top = folderStore(previews, label);
  const builds = await Promise.all(planned.builds.map((build) => loadWhole(store, planned, build)));
  await write(top, { ...made, data, artifacts: builds }, log);
  await publishLast(top, release);
  // The data of pages stays in the live store.
  if ((await findMissing(top, { ...release, data: {} })).length > 0) {
    await removePreview(previews, label, log);
    throw new Error(
      `The preview ${name} was removed while it was being made, so it is not shown. Make it again if you still want it.`,
    );
  }
  return { label, release };
}

/** The release with only the pages and files that were made for it. The live site has all others. */
function ownParts({ release, contents }: NewParts): Release {
  const own = <Part>(parts: Record<string, Part>, contentOf: (part: Part) => string) =>
    Object.fromEntries(Object.entries(parts).filter(([, part]) => contents.has(contentOf(part))));
  return {
    ...release,
    pages: own(release.pages, ({ content }) => content),
    files: own(release.files, (content) => content),
  };
}

/** The answers to all reads. The preview needs copies of its own, since prune may remove them from the live store. */
async function answersShown(store: Store, { release, data }: NewParts): Promise<Map<string, string>> {
  const shown = new Map<string, string>();
  for (const { content } of Object.values(release.answers)) {
    if (!shown.has(content)) shown.set(content, data.get(content) ?? (await readData(store, content)));
  }
  return shown;
}

/** A build with all its files. The preview needs a copy of its own for the same reason. */
async function loadWhole(
  store: Store,
  { artifacts }: Plan,
  { app, version }: Plan['builds'][number],
): Promise<LoadedBuild> {
  const added = artifacts.find(({ artifact }) => artifact.app === app);
  return added ?? loadBuild(store, app, version, () => true);
}

/** Publishes a preview even if others publish previews of the same name at the same time. */
async function publishLast(top: Store, release: Release): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [newest = 0] = await listNumbers(top);
    const log = [deploymentOf(release, { number: newest + 1, who: operatorName(), what: 'preview' })];
    if (await publish(top, { ...release, log }, newest + 1)) return;
  }
  throw new Error(`Others published a preview of this name first, ${ATTEMPTS} times in a row. Try again.`);
}

/** A label that nobody can guess. */
function newLabel(name: string): string {
  return `${name}-${randomBytes(16).toString('hex')}`;
}
