import { declaredCalls } from '../release/collectCalls';
import { composeRelease } from '../release/composeRelease';
import { read } from '../release/read';
import { filesOfBuilds } from '../release/render';
import { openRenderers } from '../release/renderer/openRenderers';
import type { SiteSource } from '../server/SiteSource';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';

/** Stands for the version of a build that changes all the time. */
export const WATCHED_VERSION = 'dev';

/**
 * Shows the newest builds. Each page is rendered when it is first asked for.
 *
 * @param backendUrl where PocketBase listens, for what fills pages
 */
export function buildsSource(
  { settled, build }: { settled: () => Promise<object>; build: () => Promise<string[]> },
  backendUrl: string | undefined,
): SiteSource {
  let newest: { of: object; opened: ReturnType<typeof openBuilds> } | undefined;

  async function open() {
    const of = await settled();
    if (newest?.of === of) return newest.opened;
    const before = newest?.opened.catch(() => undefined);
    const opened = Promise.resolve(before)
      .then(build)
      .then((outputs) => openBuilds(outputs, backendUrl))
      .finally(async () => (await before)?.close());
    newest = { of, opened };
    // After a failure, such as a backend that does not answer, the next request tries again.
    opened.catch(() => {
      if (newest?.opened === opened) newest = undefined;
    });
    return opened;
  }

  return {
    live: async () => (await open()).release,
    isIntact: () => Promise.resolve(true),
    async read(key) {
      const [, app, file = ''] = /^assets\/([^/]+)\/[^/]+\/(.+)$/.exec(key) ?? [];
      if (app !== undefined) return (await open()).fileOf(app, file);
      const [, name] = /^pages\/[^/]+\/(.+)(?<!\.br|\.gz)$/.exec(key) ?? [];
      return name === undefined ? undefined : Buffer.from(await (await open()).make(name));
    },
    close: async () => (await newest?.opened.catch(() => undefined))?.close(),
  };
}

/** Joins builds by the rules of deployment. @returns also what renders a page, or makes a file beside the pages */
async function openBuilds(outputs: string[], backendUrl: string | undefined) {
  const set = (await Promise.all(outputs.map((output) => readArtifact(output)))).map(asWatched);
  const artifacts = set.map(({ artifact }) => artifact);
  const renderers = openRenderers(set, backendUrl);
  try {
    const options = { backendUrl, needsBackend: backendUrl !== undefined, log: () => undefined };
    const toRead = { live: undefined, reads: artifacts.map(({ app }) => app), artifacts: set };
    const data = await read(toRead, renderers, options);
    const { release, toRender } = composeRelease({ artifacts, now: new Date(), data: data.hashes });
    const files = new Map<string, string | Buffer>([
      ...Object.entries(await renderers.of('shell').renderSiteFiles([])),
      ...filesOfBuilds(set, release),
    ]);
    // These keys do not name the content, but the builds that make it.
    const known = (name: string) => [name, `${release.id}/${name}`] as const;
    const pages = toRender.map((page) => [page.file, { ...page, content: known(page.file)[1] }] as const);
    return {
      release: {
        ...release,
        calls: declaredCalls(set),
        pages: Object.fromEntries(pages),
        files: Object.fromEntries([...files.keys()].map(known)),
      },
      async make(name: string) {
        const page = toRender.find(({ file }) => file === name);
        if (!page) return files.get(name) ?? Promise.reject(new Error(`The newest builds have no ${name}.`));
        const { app, route, path, data: hash = '' } = page;
        const json = data.contents.get(hash);
        return (await renderers.of(app).renderPage({ route, path, ...(json && { data: json }) })).html;
      },
      /** A file that browsers load of an app's build. */
      fileOf: (name: string, file: string) =>
        set.find(({ artifact }) => artifact.app === name)?.files.get(file),
      close: renderers.close,
    };
  } catch (error) {
    renderers.close();
    throw error;
  }
}

/** All builds have one version and no integrity, since a page that is open asks for chunks of later builds. */
function asWatched({ artifact, ...build }: LoadedArtifact): LoadedArtifact {
  const files = Object.entries(artifact.files).map(
    ([name, file]) => [name, { ...file, integrity: '' }] as const,
  );
  return { ...build, artifact: { ...artifact, version: WATCHED_VERSION, files: Object.fromEntries(files) } };
}
