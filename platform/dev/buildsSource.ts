import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { assertCompatible } from '../release/checks/assertCompatible';
import { composeRelease, routeIn, type PageToRender } from '../release/steps/composeRelease';
import { makeFiles } from '../release/makeFiles';
import { read } from '../release/steps/read';
import { recordBuild } from '../release/recordBuild';
import { buildsByApp, newReleaseId, RELEASE_FILE, type Release } from '../release/Release';
import { releaseManifest } from '../release/releaseManifest';
import { filesOfBuild } from '../release/steps/render';
import { openRenderers, type Renderers } from '../render/openRenderers';
import type { SiteSource } from '../server/SiteSource';
import { readBuild, type LoadedBuild } from '../store/readBuild';

/** The version of all builds in development. */
export const WATCHED_VERSION = 'dev';

/**
 * Creates a source that serves pages from the newest builds. Each page is rendered when it is first requested.
 *
 * @returns the source. Its `readAgain` method makes the next request read the data again
 */
export function buildsSource(
  { settled, build }: { settled: () => Promise<object>; build: () => Promise<string[]> },
  backendUrl: string | undefined,
): SiteSource & { readAgain: () => void } {
  let newest: { version: object | undefined; opened: Promise<OpenedBuilds> } | undefined;

  async function open(): Promise<OpenedBuilds> {
    for (;;) {
      const version = await settled();
      try {
        return await openVersion(version);
      } catch (error) {
        // If an edit has changed the builds in the meantime, the error is ignored and the new builds are opened.
        if ((await settled()) === version) throw error;
      }
    }
  }

  function openVersion(version: object): Promise<OpenedBuilds> {
    if (newest?.version === version) return newest.opened;
    const opened = replace(newest?.opened);
    newest = { version, opened };
    // If opening fails, e.g. because the backend does not answer, the next request tries again.
    opened.catch(() => {
      if (newest?.opened === opened) newest = undefined;
    });
    return opened;
  }

  /**
   * Waits until the earlier builds are open, because only one server build can run at a time. Then opens the newest builds
   * and closes the earlier ones.
   */
  async function replace(opening: Promise<OpenedBuilds> | undefined): Promise<OpenedBuilds> {
    const earlier = await opening?.catch(() => undefined);
    try {
      return await openBuilds(await build(), backendUrl);
    } finally {
      earlier?.close();
    }
  }

  return {
    live: async () => (await open()).release,
    isIntact: () => Promise.resolve(true),
    async read(key) {
      const [, app, file = ''] = /^assets\/([^/]+)\/[^/]+\/(.+)$/.exec(key) ?? [];
      if (app !== undefined) return (await open()).fileOf(app, file);
      const [, hash] = /^data\/(\w+)\.json\.gz$/.exec(key) ?? [];
      if (hash !== undefined) return (await open()).answer(hash);
      const [, name] = /^pages\/[^/]+\/(.+)(?<!\.br|\.gz)$/.exec(key) ?? [];
      return name === undefined ? undefined : Buffer.from(await (await open()).make(name));
    },
    close: async () => (await newest?.opened.catch(() => undefined))?.close(),
    readAgain() {
      // Without a version, the open builds count as outdated, so the next request replaces them.
      if (newest) newest.version = undefined;
    },
  };
}

type OpenedBuilds = Awaited<ReturnType<typeof composeSite>>;

async function openBuilds(outputs: string[], backendUrl: string | undefined): Promise<OpenedBuilds> {
  const builds = await Promise.all(outputs.map((output) => readBuild(output)));
  const set = builds.map(asWatched);
  const load = (app: string) => {
    const found = set.find(({ description }) => description.app === app);
    return found ? Promise.resolve(found) : Promise.reject(new Error(`${app} has not been built.`));
  };
  const apps = set.map(({ description: { app, remote } }) => ({ app, ...(remote && { remote }) }));
  const renderers = openRenderers(apps, load, backendUrl);
  try {
    return await composeSite(set, renderers, backendUrl);
  } catch (error) {
    renderers.close();
    throw error;
  }
}

/** Composes a release from builds, as a deployment would. */
async function composeSite(set: LoadedBuild[], renderers: Renderers, backendUrl: string | undefined) {
  const builds = set.map(recordBuild);
  const apps = builds.map(({ app }) => app);
  assertCompatible(builds);
  const data = await read({ live: undefined, earlier: [], builds, reads: apps, added: set }, renderers, {
    backendUrl,
    needsBackend: backendUrl !== undefined,
    log: () => undefined,
  });
  const now = new Date();
  const { toRender } = composeRelease({ builds, stored: new Set(), now, data: data.hashes });
  const release: Release = {
    site: randomBytes(8).toString('hex'),
    id: newReleaseId(now),
    createdAt: now.toISOString(),
    builds: buildsByApp(builds),
    data: data.hashes,
    answers: data.answers,
    forms: Object.fromEntries(builds.map(({ app, remote }) => [app, remote?.forms ?? []])),
    pages: {},
    files: {},
    log: [],
  };
  const files = new Map<string, string | Buffer>([
    ...Object.entries(await renderers.of('shell').renderSiteFiles([])),
    ...set.flatMap(filesOfBuild),
    [RELEASE_FILE, JSON.stringify(releaseManifest(release))],
  ]);

  /** Content keys contain the release's id instead of the content's hash, which is not known yet. */
  const contentKey = (name: string) => `${release.id}/${name}`;
  for (const page of toRender)
    release.pages[page.file] = { app: page.app, ...routeIn(page), content: contentKey(page.file) };
  for (const name of files.keys()) release.files[name] = contentKey(name);
  const { made, texts } = await makeFiles({ live: undefined, builds, added: set, stored: new Set() }, data, {
    renderers,
    release,
    readJson: (hash) => Promise.resolve(data.contents.get(hash) ?? ''),
    log: () => undefined,
  });
  release.made = made;
  for (const [name, text] of Object.entries(texts)) {
    files.set(name, text);
    release.files[name] = contentKey(name);
  }

  async function renderPage({ app, route, path, data: hash = '' }: PageToRender): Promise<string> {
    const json = data.contents.get(hash);
    const { html } = await renderers.of(app).renderPage({ route, path, ...(json && { data: json }) });
    return html;
  }

  return {
    release,
    async make(name: string): Promise<string | Buffer> {
      const page = toRender.find(({ file }) => file === name);
      if (page) return renderPage(page);
      const content = files.get(name);
      if (content === undefined) throw new Error(`The newest builds have no ${name}.`);
      return content;
    },
    /** The answer is gzipped, as in a store. */
    answer(hash: string): Buffer | undefined {
      const text = data.contents.get(hash);
      return text === undefined ? undefined : gzipSync(text);
    },
    fileOf(app: string, file: string): Buffer | undefined {
      const build = set.find(({ description }) => description.app === app);
      return build?.files.get(file);
    },
    close: renderers.close,
  };
}

/**
 * Gives a build the version `WATCHED_VERSION`, and removes the integrity hashes of its files. A page that is already open
 * can then load chunks from later builds.
 */
function asWatched({ description, ...build }: LoadedBuild): LoadedBuild {
  const files: typeof description.files = {};
  for (const [name, file] of Object.entries(description.files)) files[name] = { ...file, integrity: '' };
  return { ...build, description: { ...description, version: WATCHED_VERSION, files } };
}
