import { resultingSet } from '@site/tools/release/plan';
import { backendOf, read } from '@site/tools/release/read';
import { composeRelease } from '@site/tools/release/composeRelease';
import { liveRelease } from '@site/tools/release/liveRelease';
import { readArtifact, type LoadedArtifact } from '@site/tools/store/readArtifact';
import type { Release } from '@site/tools/release/Release';
import type { PageDocument } from '@site/tools/release/renderer/createRenderer';
import { openRenderers } from '@site/tools/release/renderer/openRenderers';
import type { Store } from '@site/tools/store/Store';
import type { ListedPage } from '@site/shell/render';

/** Stands for the version of a build that changes all the time. */
export const WATCHED_VERSION = 'dev';

/** A set of builds whose pages are rendered when they are asked for. */
export interface DevelopmentRelease {
  release: Release;
  /** The file names of its pages. */
  pages: ReadonlySet<string>;
  /** A page, by its file name. */
  renderPage: (file: string) => Promise<PageDocument>;
  /** The files at the site's root, by name. */
  renderSiteFiles: () => Promise<Record<string, string>>;
  close: () => void;
}

interface ReleaseOptions {
  /** The folders of the builds that are made here. */
  outputs: string[];
  /** Where the other apps come from. */
  store: Store | undefined;
  /** Where PocketBase listens, for what fills pages. */
  backendUrl: string | undefined;
}

/**
 * Joins the newest builds to a release by the rules of deployment.
 *
 * @throws Error if they do not fit together, or if the backend cannot be read
 */
export async function openDevelopmentRelease({
  outputs,
  store,
  backendUrl,
}: ReleaseOptions): Promise<DevelopmentRelease> {
  const built = (await Promise.all(outputs.map((output) => readArtifact(output)))).map(asWatched);
  const apps = store ? await resultingSet(store, built, await liveRelease(store)) : built;
  const artifacts = apps.map(({ artifact }) => artifact);
  const backend = backendOf(backendUrl);
  const renderers = openRenderers(apps, backend.read);
  try {
    const reads = artifacts.map(({ app }) => app);
    const options = { needsBackend: backendUrl !== undefined, log: () => undefined };
    const data = await read({ live: undefined, reads }, renderers, backend, options);
    const { release, render } = composeRelease({ artifacts, now: new Date(), data: data.hashes });
    const plans = new Map(render.map((plan) => [plan.file, plan]));
    const renderPage = async (file: string) => {
      const plan = plans.get(file);
      if (!plan) throw new Error(`${file} is no page.`);
      const { app, route, path, data: hash = '' } = plan;
      const json = data.contents.get(hash);
      return renderers.of(app).renderPage({ route, path, ...(json && { data: json }) });
    };
    const renderSiteFiles = async () => {
      const listed: ListedPage[] = [];
      for (const { file, path } of render) {
        const { listed: isListed, modified } = await renderPage(file);
        if (isListed) listed.push({ path, ...(modified && { modified }) });
      }
      const shell = artifacts.find(({ remote }) => !remote);
      return renderers.of(shell?.app ?? '').renderSiteFiles(listed);
    };
    const { close } = renderers;
    return { release, pages: new Set(plans.keys()), renderPage, renderSiteFiles, close };
  } catch (error) {
    renderers.close();
    throw error;
  }
}

/** With one version for all builds, and without integrity: a page that is open asks for chunks of later ones. */
function asWatched({ artifact, ...build }: LoadedArtifact): LoadedArtifact {
  const files = Object.fromEntries(
    Object.entries(artifact.files).map(([name, file]) => [name, { ...file, integrity: '' }]),
  );
  return { ...build, artifact: { ...artifact, version: WATCHED_VERSION, files } };
}
