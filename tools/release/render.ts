import { isDeepStrictEqual } from 'node:util';
import type { ListedPage } from '@site/shared/shell';
import { sha256 } from '../build/sha256';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { composeRelease, type PageToRender } from './composeRelease';
import type { Plan } from './plan';
import type { Data } from './read';
import { readData } from './readRelease';
import { contentsOf, RELEASE_FILE, type Release, type ReleasePage } from './Release';
import { liveManifest, releaseManifest } from './releaseRemote';
import type { PageDocument } from './renderer/createRenderer';
import type { Renderers } from './renderer/openRenderers';
import type { NewParts } from './write';

interface RenderOptions {
  store: Store;
  renderers: Renderers;
  /** The live release; undefined if nothing is taken over, since the store has lost something of it. */
  from: Release | undefined;
  /** Gives the release an id that nobody can guess. */
  isSecret: boolean;
  log: (line: string) => void;
}

/** A release that is made, but not written. */
export interface RenderedRelease extends NewParts {
  /** The pages that were rendered for it. */
  pages: PageToRender[];
}

/**
 * The third of five steps: renders the pages that differ from the live release; all others keep their content.
 * Data cannot stop a release. A page that cannot be rendered with its data keeps its last version; without one its
 * address is left to the pattern's page, or to the browser.
 *
 * @throws Error if a page without data cannot be rendered, or if none of an app's pages with data can: then its
 *   code is wrong
 */
export async function render(plan: Plan, data: Data, options: RenderOptions): Promise<RenderedRelease> {
  const { live, set, artifacts, earlier, origins } = plan;
  const { from, isSecret, log } = options;
  const { release, toRender: pages } = composeRelease({
    artifacts: set.map(({ artifact }) => artifact),
    base: live?.id,
    from: from && [from, ...earlier],
    secret: isSecret,
    data: data.hashes,
    now: new Date(),
  });
  if (pages.length > 0) log(`Rendering ${pages.length} pages, keeping ${Object.keys(release.pages).length}`);
  const outcomes = await renderPages(pages, data, live, options);
  refuseIfAllFail(release, outcomes);
  const made = outcomes.flatMap((outcome) => madePage(outcome, live));
  for (const { page, failure } of outcomes) {
    if (!failure) continue;
    const isKept = live !== undefined && page.file in live.pages;
    log(
      `${failure.message} ${isKept ? 'Its last version stays.' : 'Until it can be, only browsers with scripts show it.'}`,
    );
  }
  const withPages: Release = {
    ...release,
    ...(Object.keys(origins).length > 0 && { builds: origins }),
    pages: { ...release.pages, ...Object.fromEntries(made) },
  };
  const files = await renderFiles(plan, withPages, options);
  const rendered = outcomes.flatMap(({ page: { file }, document }) =>
    document ? [{ file, bytes: Buffer.from(document.html) }] : [],
  );
  const whole = { ...withPages, files: { ...files.kept, ...hashesOf(files.made) } };
  const [named, stored] = [hashesIn(whole), hashesIn(from)];
  const isNew = ([hash]: readonly [string, unknown]) => named.has(hash) && !stored.has(hash);
  const contents = [...rendered, ...files.made].map((file) => [sha256(file.bytes), file] as const);
  return {
    release: whole,
    contents: new Map(contents.filter(isNew)),
    data: new Map([...data.contents].filter(isNew)),
    artifacts,
    pages,
  };
}

interface Outcome {
  page: PageToRender;
  /** Absent if the page could be rendered neither with its data nor without. */
  document?: PageDocument | undefined;
  failure?: Error;
}

/** Renders each app's pages in the app's own process, all apps side by side. */
async function renderPages(
  pages: PageToRender[],
  data: Data,
  live: Release | undefined,
  { store, renderers }: RenderOptions,
): Promise<Outcome[]> {
  const apps = [...new Set(pages.map(({ app }) => app))];
  const byApp = apps.map(async (app) => {
    const outcomes: Outcome[] = [];
    for (const page of pages.filter((one) => one.app === app)) {
      const { route, path } = page;
      const json = page.data && (data.contents.get(page.data) ?? (await readData(store, page.data)));
      try {
        const document = await renderers.of(app).renderPage({ route, path, ...(json && { data: json }) });
        outcomes.push({ page, document });
      } catch (error) {
        if (json === undefined || !(error instanceof Error)) throw error;
        // Without its data it is only rendered if nothing else answers its address: no pattern, no last version.
        const isElsewhere = path !== route || (live !== undefined && page.file in live.pages);
        const document = isElsewhere ? undefined : await renderers.of(app).renderPage({ route, path });
        outcomes.push({ page, document, failure: error });
      }
    }
    return outcomes;
  });
  // If one fails, the others end first.
  await Promise.allSettled(byApp);
  return (await Promise.all(byApp)).flat();
}

/** The page of an outcome by its file; its last version if it could not be rendered; nothing if it never could. */
function madePage(
  { page: made, document, failure }: Outcome,
  live: Release | undefined,
): [string, ReleasePage][] {
  const { app, path, route, version, shell, data, file } = made;
  const last = live?.pages[file];
  if (!document) return last ? [[file, last]] : [];
  const { html, listed, modified, pictures } = document;
  const page: ReleasePage = {
    app,
    path,
    ...(route !== path && { route }),
    version,
    shell,
    ...(data !== undefined && !failure && { data }),
    ...(pictures && { pictures }),
    ...(listed && { listed: true }),
    ...(modified && { modified }),
    content: sha256(html),
  };
  return [[file, page]];
}

/** Refuses a build with which no page can be rendered, since the data is not to blame if an earlier build can. */
function refuseIfAllFail(release: Release, outcomes: Outcome[]): void {
  for (const app of new Set(outcomes.map(({ page }) => page.app))) {
    const own = outcomes.filter(({ page }) => page.app === app);
    const [first, ...others] = own.flatMap(({ failure }) => failure ?? []);
    const canRender =
      own.some(({ page, failure }) => page.data !== undefined && !failure) ||
      Object.values(release.pages).some((page) => page.app === app && page.data !== undefined);
    if (first && others.length > 0 && !canRender) throw first;
  }
}

interface NamedFile {
  file: string;
  bytes: Buffer;
}

/** The files beside the pages. They stay as they are unless the shell or the list of pages changes. */
async function renderFiles(
  { set }: Plan,
  release: Release,
  { renderers, from }: RenderOptions,
): Promise<{ kept: Record<string, string>; made: NamedFile[] }> {
  const own = filesOfBuilds(set, release);
  const toFile = ([file, content]: [string, string | Buffer]) => ({ file, bytes: Buffer.from(content) });
  const [before, now] = [from, release].map((one) => [one?.apps.shell, one && listedIn(one)]);
  if (from && isDeepStrictEqual(before, now)) {
    const isOwn = (file: string) => own.some(([name]) => name === file) || file.startsWith('remotes/');
    const kept = Object.entries(from.files).filter(([file]) => !isOwn(file));
    return { kept: Object.fromEntries(kept), made: own.map(toFile) };
  }
  const ofSite = await renderers.of('shell').renderSiteFiles(listedIn(release));
  return { kept: {}, made: [...Object.entries(ofSite), ...own].map(toFile) };
}

/** The files beside the pages that depend on the builds alone, by name. */
export function filesOfBuilds(
  set: LoadedArtifact[],
  release: Pick<Release, 'id' | 'builds'>,
): [name: string, content: string | Buffer][] {
  const icon = set.find(({ artifact }) => !artifact.remote)?.files.get('favicon.ico');
  return [
    ...(icon ? [['favicon.ico', icon] as [string, Buffer]] : []),
    ...set.flatMap(liveManifest),
    [RELEASE_FILE, JSON.stringify(releaseManifest(set, release))],
  ];
}

function listedIn({ pages }: Release): ListedPage[] {
  return Object.entries(pages)
    .sort()
    .flatMap(([, { path, listed, modified }]) => (listed ? [{ path, ...(modified && { modified }) }] : []));
}

function hashesOf(files: NamedFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ file, bytes }) => [file, sha256(bytes)]));
}

/** All that a release names by its hash: pages, files and data. */
function hashesIn(release: Release | undefined): ReadonlySet<string | undefined> {
  const data = Object.values(release?.pages ?? {}).map((page) => page.data);
  return new Set([...data, ...(release ? contentsOf(release) : []).map(([, content]) => content)]);
}
