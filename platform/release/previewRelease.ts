import { randomBytes } from 'node:crypto';
import { folderStore } from '../store/folderStore';
import { loadBuild, type LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { findMissing } from './findMissing';
import { listPreviews } from './listPreviews';
import { makePages } from './makePages';
import { plan, type Plan } from './steps/plan';
import type { ReadOptions } from './steps/read';
import { endOldPreviews, removePreview } from './removePreview';
import { writePreview, type Preview } from './writePreview';

interface PreviewOptions extends ReadOptions {
  builds: LoadedBuild[];
  /** The live store, which is only read. */
  store: Store;
  previews: Store;
  /** A name that matches `PREVIEW_NAME`. A later preview with the same name gets the same address. */
  name: string;
}

/**
 * Makes a preview of the release that would go live if the given builds were deployed now. The preview has its own folder,
 * which contains all pages that differ from the live site. The folder also contains all of the release's builds and answers,
 * so that the preview does not depend on later deployments. Previews older than 30 days are removed first.
 *
 * @returns undefined if the builds are already live. In that case, any earlier preview with the same name is removed
 * @throws Error that says what was refused and why
 */
export async function previewRelease(options: PreviewOptions): Promise<Preview | undefined> {
  const { store, previews, name, builds: given, log } = options;
  await endOldPreviews(previews, log);
  const planned = await plan(store, { kind: 'deploy', builds: given }, log);
  const { live, added } = planned;
  if (!live)
    throw new Error('A preview shows changes to the live site, and nothing is live yet. Deploy first.');
  if (added.length === 0) {
    log(`Nothing to preview: the live release ${live.id} has these builds.`);
    await removePreview(previews, name, log);
    return undefined;
  }
  const made = await makePages(planned, { ...options, retries: true, isPreview: true });
  const [label = newLabel(name)] = await listPreviews(previews, name);
  const builds = await Promise.all(planned.builds.map((build) => loadWhole(store, planned, build)));
  const preview = await writePreview({ store, previews, label, made, builds, log });
  // Pages' data is not written into the preview, so it does not count as missing.
  if ((await findMissing(folderStore(previews, label), { ...preview.release, data: {} })).length > 0) {
    await removePreview(previews, label, log);
    throw new Error(
      `The preview ${name} was removed while it was being made, so it is not shown. Make it again if you still want it.`,
    );
  }
  return preview;
}

/** Loads all files of a build, to store them with the preview, because prune may remove the build from the live store. */
async function loadWhole(
  store: Store,
  { added }: Plan,
  { app, version }: Plan['builds'][number],
): Promise<LoadedBuild> {
  const own = added.find(({ description }) => description.app === app);
  return own ?? loadBuild(store, app, version, () => true);
}

/** Appends 128 random bits to the name, so that nobody can guess the label. */
function newLabel(name: string): string {
  return `${name}-${randomBytes(16).toString('hex')}`;
}
