import { randomBytes } from 'node:crypto';
import { folderStore } from '../store/folderStore';
import { loadArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { describeDryRun } from './describeDryRun';
import { listPreviews } from './listPreviews';
import { makePages } from './makePages';
import { plan, type Change, type Plan } from './plan';
import { publish } from './publish';
import type { ReadOptions } from './read';
import { latestNumber } from './readHistory';
import type { Release } from './Release';
import { endOldPreviews, removePreview } from './removePreview';
import { write } from './write';

/** How often a preview is published again because another one of its name was first. */
const ATTEMPTS = 20;

interface PreviewOptions extends Pick<Change, 'artifacts'>, ReadOptions {
  /** The live store, which is only read. */
  store: Store;
  /** The store of all previews. */
  previews: Store;
  /** A name as `PREVIEW_NAME` allows. A second preview of a name has the address of the first. */
  name: string;
  /** Only says what would happen. */
  dryRun?: boolean | undefined;
}

/** A preview that has been made. */
export interface Preview {
  /** The first part of its host name, and its folder in the store of previews. */
  label: string;
  release: Release;
}

/**
 * Makes the release that a deployment would make live, in a store that is laid over the live one. It is planned on the
 * release that is live now. All that its pages need of its builds is written to the preview's own folder. Previews that
 * are older than 30 days are removed.
 *
 * @returns undefined if it is no different from what is live, or for a dry run; an earlier preview of the name is then
 *   removed
 * @throws Error that says what was refused and why
 */
export async function previewRelease(options: PreviewOptions): Promise<Preview | undefined> {
  const { store, previews, name, dryRun, log } = options;
  if (!dryRun) await endOldPreviews(previews, log);
  const planned = await plan(store, options, log);
  const { live, artifacts } = planned;
  if (!live) throw new Error('Nothing is live yet, and a preview shows what it changes. Deploy first.');
  if (artifacts.length === 0) {
    log(`Nothing to preview: release ${live.id}, which is live, has all of it.`);
    if (!dryRun) await removePreview(previews, name, log);
    return undefined;
  }
  const pageOptions = { ...options, from: live, retried: planned.reads, isPreview: true };
  const { rendered: made } = await makePages(planned, pageOptions);
  if (dryRun) {
    describeDryRun('a preview', made, log);
    return undefined;
  }
  const release: Release = { ...made.release, preview: artifacts.map(({ artifact }) => artifact.app) };
  const [label = newLabel(name)] = await listPreviews(previews, name);
  const top = folderStore(previews, label);
  await write(top, { ...made, release, artifacts: await buildsShown(store, planned) }, log);
  await publishLast(top, release);
  return { label, release };
}

/**
 * The builds that its pages load: the shell's and those that are previewed, or all if the shell is. The live store may
 * lose them while the preview is looked at.
 */
function buildsShown(store: Store, { set, artifacts }: Plan): Promise<LoadedArtifact[]> {
  const isAll = artifacts.some(({ artifact }) => !artifact.remote);
  const shown = set.filter((build) => isAll || !build.artifact.remote || artifacts.includes(build));
  const whole = async (build: LoadedArtifact) => {
    const { app, version } = build.artifact;
    return artifacts.includes(build) ? build : loadArtifact(store, app, version, () => true);
  };
  return Promise.all(shown.map(whole));
}

/** Whoever makes a preview of the same name at the same time does not keep this one from being shown. */
async function publishLast(top: Store, release: Release): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
    if (await publish(top, release, (await latestNumber(top)) + 1, 'preview')) return;
  throw new Error(`Others made a preview of this name ${ATTEMPTS} times meanwhile. Try again.`);
}

/** Nobody guesses it. */
function newLabel(name: string): string {
  return `${name}-${randomBytes(16).toString('hex')}`;
}
