import { declaredCalls } from '../release/collectCalls';
import { composeRelease } from '../release/composeRelease';
import { read } from '../release/read';
import { filesOfBuilds } from '../release/render';
import { openRenderers } from '../release/renderer/openRenderers';
import type { SiteSource } from '../server/SiteSource';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';

/** The version of every watched build. */
export const WATCHED_VERSION = 'dev';

/**
 * A source of pages from the newest builds. Each page is rendered when it is first requested.
 *
 * @param backendUrl the URL of PocketBase, which provides the data of pages
 */
export function buildsSource(
  { settled, build }: { settled: () => Promise<object>; build: () => Promise<string[]> },
  backendUrl: string | undefined,
): SiteSource {
  let newest: { build: object; opened: ReturnType<typeof openBuilds> } | undefined;

  async function open() {
    const current = await settled();
    if (newest?.build === current) return newest.opened;
    const previous = newest?.opened.catch(() => undefined);
    const opened = Promise.resolve(previous)
      .then(build)
      .then((outputs) => openBuilds(outputs, backendUrl))
      .finally(async () => (await previous)?.close());
    newest = { build: current, opened };
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

/**
 * Composes a release of builds as a deployment does.
 *
 * @returns the release; `make`, which renders a page or returns a file of the site; `fileOf`, which returns a browser
 *   file of an app's build; and `close`
 */
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
    // A page has no content yet, so its key contains the release and the name instead of a hash.
    const keyOf = (name: string) => `${release.id}/${name}`;
    const pages = toRender.map((page) => [page.file, { ...page, content: keyOf(page.file) }] as const);
    return {
      release: {
        ...release,
        calls: declaredCalls(set),
        pages: Object.fromEntries(pages),
        files: Object.fromEntries([...files.keys()].map((name) => [name, keyOf(name)])),
      },
      async make(name: string) {
        const page = toRender.find(({ file }) => file === name);
        if (!page) return files.get(name) ?? Promise.reject(new Error(`The newest builds have no ${name}.`));
        const { app, route, path, data: hash = '' } = page;
        const json = data.contents.get(hash);
        return (await renderers.of(app).renderPage({ route, path, ...(json && { data: json }) })).html;
      },
      fileOf: (name: string, file: string) =>
        set.find(({ artifact }) => artifact.app === name)?.files.get(file),
      close: renderers.close,
    };
  } catch (error) {
    renderers.close();
    throw error;
  }
}

/** Gives a build a fixed version and no integrity, because an open page loads chunks of later builds. */
function asWatched({ artifact, ...build }: LoadedArtifact): LoadedArtifact {
  const files = Object.entries(artifact.files).map(
    ([name, file]) => [name, { ...file, integrity: '' }] as const,
  );
  return { ...build, artifact: { ...artifact, version: WATCHED_VERSION, files: Object.fromEntries(files) } };
}
