import type { KnownPage } from '@site/shared/remote';
import { checkContents } from './checkContents';
import { composeRelease } from './composeRelease';
import type { Composition } from './composeRelease';
import { latestNumber, releaseAt } from './liveRelease';
import type { RenderableApp } from './loadBundles';
import { makeLive } from './makeLive';
import type { LoadedArtifact } from './readArtifact';
import { describeApps } from './describeApps';
import type { Release } from './Release';
import { readKnownPagesInChild, renderInChild } from './renderInChild';
import { renewReleaseBlock } from './renewReleaseBlock';
import { loadArtifact, storeArtifact } from './storeArtifact';
import type { Store } from './store/Store';
import { writeRelease } from './writeRelease';

/** How often a deployment composes again because another one was first. */
const ATTEMPTS = 50;

interface DeployOptions {
  store: Store;
  /** The builds to put in force; with what is live they make the new set. None: only page heads are renewed. */
  artifacts: LoadedArtifact[];
  /** Where PocketBase listens, to learn of pages behind patterns; without it those of the live release stay. */
  backendUrl?: string | undefined;
  /** The command, for those who read the history. */
  what?: string;
  /** Writes the release without making it live. */
  preview?: boolean;
  /** Only checks, renders and says what would happen. */
  dryRun?: boolean;
  log: (line: string) => void;
}

/**
 * Puts builds in force as one new release. Until its last step, which is one exclusive write, visitors see
 * nothing of it; killed at any step, it leaves the live site untouched.
 *
 * @returns the live release; the one in force if it is no different
 * @throws Error that says what was refused and why; nothing has changed for visitors then
 */
export async function deploy(options: DeployOptions): Promise<Release> {
  const { store, artifacts, backendUrl, preview = false, dryRun = false, log } = options;
  const apps = artifacts.map(({ artifact }) => artifact.app);
  const what = options.what ?? (apps.length > 0 ? `deploy ${apps.join(' ')}` : 'refresh');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const number = await latestNumber(store);
    const live = number === 0 ? undefined : await releaseAt(store, number);
    const set = await resultingSet(store, artifacts, live);
    const builds = set.map(({ artifact }) => artifact);
    const known = await knownPages({ set, live, backendUrl, log });
    const composition = composeRelease(builds, live, new Date(), known);
    if (live && isSame(composition, live)) {
      log(`Nothing to deploy: release ${live.id} has all of it.`);
      if (!dryRun) await store.follow();
      return live;
    }
    checkContents(set);
    if (!dryRun) for (const artifact of artifacts) await storeArtifact(store, artifact, log);
    log(`Rendering ${composition.render.length} pages, carrying over ${composition.carry.length}`);
    const rendered = await render(store, composition, set);
    const carried = await carryOver(store, composition, live);
    if (dryRun) {
      describeEffects(composition, artifacts, preview, log);
      return composition.release;
    }
    log('Compressing and writing the release');
    await writeRelease(store, composition.release, { ...rendered, ...carried });
    if (preview) {
      log(
        `Release ${composition.release.id} can be previewed: open any page with ?release=${composition.release.id}`,
      );
      return composition.release;
    }
    if (await makeLive(store, composition.release.id, number + 1, what)) {
      // A build that `prune` has removed meanwhile because it was old is put back.
      for (const artifact of artifacts) await storeArtifact(store, artifact, log);
      log(`Release ${composition.release.id} is live.`);
      return composition.release;
    }
    log('Another deployment was first: composing again from its release.');
  }
  throw new Error(`Other deployments were first ${ATTEMPTS} times in a row. Nothing has changed; try again.`);
}

function isSame({ release, render: files }: Composition, live: Release): boolean {
  const sameApps = Object.entries(release.apps).every(([app, version]) => live.apps[app] === version);
  const samePages = Object.keys(live.pages).every((file) => file in release.pages);
  return sameApps && samePages && files.length === 0;
}

function describeEffects(
  { release, render: rendered, carry }: Composition,
  artifacts: LoadedArtifact[],
  preview: boolean,
  log: (line: string) => void,
): void {
  for (const { artifact } of artifacts) log(`Would store ${artifact.app} ${artifact.version}`);
  for (const file of rendered) log(`Would write ${file}, rendered`);
  for (const file of carry) log(`Would write ${file}, with another release block only`);
  log(
    `Would make ${preview ? 'a preview' : 'a release'} of ${describeApps(release)}. Nothing has been written.`,
  );
}

interface KnownPagesOptions {
  set: LoadedArtifact[];
  live: Release | undefined;
  backendUrl: string | undefined;
  log: (line: string) => void;
}

/** The pages behind patterns, by app: from the backend, or else those of the live release. */
async function knownPages({ set, live, backendUrl, log }: KnownPagesOptions) {
  if (backendUrl) {
    try {
      return await readKnownPagesInChild({ apps: set.map(renderable), backendUrl });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`The backend cannot be read, so page heads stay as they are. ${reason}`);
    }
  }
  const known: Record<string, KnownPage[]> = {};
  for (const { app, known: page } of Object.values(live?.pages ?? {})) {
    if (page) (known[app] ??= []).push(page);
  }
  return known;
}

/** The builds to put in force, and for every other app the build that is live. */
async function resultingSet(
  store: Store,
  artifacts: LoadedArtifact[],
  live: Release | undefined,
): Promise<LoadedArtifact[]> {
  const deployed = new Set(artifacts.map(({ artifact }) => artifact.app));
  const others = Object.entries(live?.apps ?? {}).filter(([app]) => !deployed.has(app));
  return [
    ...artifacts,
    ...(await Promise.all(others.map(([app, version]) => loadArtifact(store, app, version)))),
  ];
}

/** The rendered pages and the files beside them; notes in the release what only rendering could tell. */
async function render(
  store: Store,
  { release, render: files }: Composition,
  set: LoadedArtifact[],
): Promise<Record<string, string | Buffer>> {
  const rendering = await renderInChild({ release, apps: set.map(renderable), files });
  for (const [file, page] of Object.entries(release.pages)) {
    if (rendering.listed.includes(file)) page.listed = true;
  }
  const icon = await store.read(`assets/shell/${release.block.shell}/favicon.ico`);
  const siteFiles = { ...rendering.siteFiles, ...(icon && { 'favicon.ico': icon }) };
  release.files = Object.keys(siteFiles);
  return { ...rendering.documents, ...siteFiles };
}

function renderable({ artifact, server, files }: LoadedArtifact): RenderableApp {
  const styles = [...files].filter(([name]) => name.endsWith('.css'));
  return {
    artifact,
    server,
    styles: Object.fromEntries(styles.map(([name, css]) => [name, css.toString()])),
  };
}

async function carryOver(
  store: Store,
  { release, carry }: Composition,
  live: Release | undefined,
): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (const file of carry) {
    const page = await store.read(`releases/${live?.id}/${file}`);
    if (!page) throw new Error(`${file} is missing in release ${live?.id}.`);
    pages[file] = renewReleaseBlock(page.toString(), release.block);
  }
  return pages;
}
