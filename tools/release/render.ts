import { isDeepStrictEqual } from 'node:util';
import type { ListedPage } from '@site/shared/shell';
import { sha256 } from '../build/sha256';
import { compress } from '../store/compress';
import { forEachParallel } from '../store/forEachParallel';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { composeRelease, isMadeOf, standInFile, type PageToRender } from './composeRelease';
import { isPattern } from './pageAddress';
import type { Plan } from './plan';
import type { Data } from './read';
import { readData } from './readRelease';
import { contentsOf, dataOf, RELEASE_FILE, type FailedPage, type Release, type ReleasePage } from './Release';
import { liveManifest, liveStyles, manifestName, releaseManifest } from './releaseRemote';
import type { PageDocument } from './renderer/createRenderer';
import type { Renderers } from './renderer/openRenderers';
import type { NewFile, NewParts } from './write';

/** Of more pages than these, those of a pattern are compressed in a hurry: there may be thousands. */
const FEW_PAGES = 100;

export interface RenderOptions {
  store: Store;
  renderers: Renderers;
  /** The live release, without what the store has lost of it. */
  from: Release | undefined;
  /** The apps whose pages are tried again that could not be rendered, even if nothing has changed. */
  retried: readonly string[];
  /** Whether all that is made is to be written, since it goes into a preview's own store. */
  isPreview?: boolean | undefined;
  log: (line: string) => void;
}

/** A release that is made, but not written. */
export interface RenderedRelease extends NewParts {
  /** The pages that were rendered for it. */
  pages: PageToRender[];
}

/**
 * The third of five steps: renders the pages that differ from the live release; all others keep their content.
 * Data cannot stop a release. A page that cannot be rendered with its data is listed as failed, and keeps its last
 * version; without one its pattern's page answers its address.
 *
 * @throws Error if a page without data cannot be rendered, or if none of the pages with data of an app that is
 *   deployed can: then its code is wrong
 */
export async function render(plan: Plan, data: Data, options: RenderOptions): Promise<RenderedRelease> {
  const { live, set, artifacts, earlier, origins, calls } = plan;
  const { from, retried, isPreview = false, log } = options;
  const { release, toRender } = composeRelease({
    artifacts: set.map(({ artifact }) => artifact),
    base: live?.id,
    from: from && [from, ...earlier],
    retried,
    data: data.hashes,
    now: new Date(),
  });
  const pages = keepDamagedPages(plan, release, toRender);
  if (pages.length > 0) log(`Rendering ${pages.length} pages, keeping ${Object.keys(release.pages).length}`);
  const outcomes = await renderPages(pages, data, options);
  refuseIfAllFail(plan, release, outcomes);
  const failures = outcomes.flatMap(({ page, failure }) => (failure ? [{ page, failure }] : []));
  const failed = { ...release.failed, ...Object.fromEntries(failures.map(({ page }) => failedPage(page))) };
  const ofOutcomes = Object.fromEntries(outcomes.flatMap((outcome) => madePage(outcome, from)));
  const rendered = { ...release.pages, ...ofOutcomes };
  for (const { page, failure } of failures) {
    const last = from?.pages[page.file]?.data
      ? 'Its last version stays.'
      : 'Until it can be, its address has a page that scripts fill.';
    log(`${failure.message} ${last}`);
  }
  const standIns = await renderStandIns(failed, rendered, options);
  const withPages: Release = {
    ...release,
    ...(Object.keys(origins).length > 0 && { builds: origins }),
    calls,
    pages: { ...rendered, ...standIns.pages },
    failed,
    unread: data.unread.filter((app) => Object.hasOwn(release.apps, app)),
  };
  // As the manifests of releases that lack nothing.
  if (Object.keys(failed).length === 0) delete withPages.failed;
  if (withPages.unread?.length === 0) delete withPages.unread;
  const files = await renderFiles(plan, withPages, options);
  const documents = outcomes.flatMap(({ made }) => made ?? []);
  const whole = { ...withPages, files: { ...files.kept, ...hashesOf(files.made) } };
  const [named, stored] = [hashesIn(whole), hashesIn(isPreview ? undefined : from)];
  const isNew = ([hash]: readonly [string, unknown]) => named.has(hash) && !stored.has(hash);
  const contents = [...documents, ...standIns.made, ...files.made].map((file): [string, NewFile] => [
    sha256(file.bytes),
    file,
  ]);
  return {
    release: whole,
    contents: new Map(contents.filter(isNew)),
    data: new Map([...data.contents].filter(isNew)),
    artifacts,
    pages,
  };
}

/**
 * Adds to a release, as they are live, those pages of damaged builds that would have to be rendered: the store has lost
 * them, too, or they could not be rendered before.
 *
 * @returns the other pages
 */
function keepDamagedPages({ live, set }: Plan, release: Release, pages: PageToRender[]): PageToRender[] {
  const damaged = new Set(set.flatMap(({ artifact, damage }) => (damage ? [artifact.app] : [])));
  for (const { file, app } of pages) {
    if (!damaged.has(app)) continue;
    const { pages: { [file]: page } = {}, failed: { [file]: failure } = {} } = live ?? {};
    if (page) release.pages[file] = page;
    if (failure) release.failed = { ...release.failed, [file]: failure };
  }
  return pages.filter(({ app }) => !damaged.has(app));
}

function failedPage({
  file,
  app,
  path,
  route,
  version,
  shell,
  data = '',
}: PageToRender): [string, FailedPage] {
  return [file, { app, path, ...(route !== path && { route }), version, shell, data }];
}

/**
 * Makes the pages that answer for failed pages of a pattern that have no last version: the pattern's own, as one that
 * search engines may list.
 */
async function renderStandIns(
  failed: Record<string, FailedPage>,
  pages: Record<string, ReleasePage>,
  { renderers, from }: RenderOptions,
): Promise<{ pages: Record<string, ReleasePage>; made: NamedFile[] }> {
  const standIns: { pages: Record<string, ReleasePage>; made: NamedFile[] } = { pages: {}, made: [] };
  for (const [failedFile, { app, route, version, shell }] of Object.entries(failed)) {
    if (route === undefined || !isPattern(route) || pages[failedFile]) continue;
    const file = standInFile(route);
    const made = { app, path: route, version, shell };
    const stored = from?.pages[file];
    if (stored && isMadeOf(stored, { ...made, file, route })) standIns.pages[file] = stored;
    if (standIns.pages[file]) continue;
    const { html } = await renderers.of(app).renderPage({ route, path: route, isStandIn: true });
    standIns.pages[file] = { ...made, content: sha256(html) };
    standIns.made.push({ file, bytes: Buffer.from(html) });
  }
  return standIns;
}

interface Outcome {
  page: PageToRender;
  /** Absent if the page could be rendered neither with its data nor without. */
  document?: PageDocument | undefined;
  /** The document as it is written. */
  made?: NewFile | undefined;
  failure?: Error;
}

/** Renders each app's pages in the app's own processes, all apps side by side, and compresses them meanwhile. */
async function renderPages(
  pages: PageToRender[],
  data: Data,
  { store, renderers, from }: RenderOptions,
): Promise<Outcome[]> {
  const apps = [...new Set(pages.map(({ app }) => app))];
  const byApp = apps.map(async (app) => {
    const outcomes: Outcome[] = [];
    const own = pages.filter((one) => one.app === app);
    await forEachParallel(own.entries(), async ([index, page]) => {
      const outcome = await renderPage(page);
      outcomes[index] = { ...outcome, made: outcome.document && fileOf(page, outcome.document) };
    });
    return outcomes;
  });
  // If one fails, the others end first.
  await Promise.allSettled(byApp);
  return (await Promise.all(byApp)).flat();

  async function renderPage(page: PageToRender): Promise<Outcome> {
    const { app, route, path } = page;
    let json = page.data && data.contents.get(page.data);
    try {
      if (page.data !== undefined) json ??= await readData(store, page.data);
      const document = await renderers.of(app).renderPage({ route, path, ...(json && { data: json }) });
      return { page, document };
    } catch (error) {
      if (page.data === undefined || !(error instanceof Error)) throw error;
      // Without its data it is only rendered if nothing else answers its address: no pattern, no version with data.
      const isElsewhere = path !== route || from?.pages[page.file]?.data !== undefined;
      const document = isElsewhere ? undefined : await renderers.of(app).renderPage({ route, path });
      return { page, document, failure: error };
    }
  }

  function fileOf({ file, path, route }: PageToRender, { html }: PageDocument): NewFile {
    const bytes = Buffer.from(html);
    const inHurry = pages.length > FEW_PAGES && path !== route;
    const forms = compress(file, bytes, { inHurry });
    // Of a release that is not written nobody asks.
    forms.catch(() => undefined);
    return { file, bytes, forms };
  }
}

/** The page of an outcome by its file; its last version if it could not be rendered; nothing if it never could. */
function madePage(
  { page: made, document, failure }: Outcome,
  from: Release | undefined,
): [string, ReleasePage][] {
  const { app, path, route, version, shell, data, file } = made;
  const last = from?.pages[file];
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

/**
 * Refuses new builds with which none of an app's pages with data can be rendered. Without new builds, the data is to
 * blame.
 */
function refuseIfAllFail({ artifacts }: Plan, release: Release, outcomes: Outcome[]): void {
  const isNew = (app: string) =>
    artifacts.some(({ artifact }) => artifact.app === app || artifact.remote === undefined);
  for (const app of new Set(outcomes.map(({ page }) => page.app).filter(isNew))) {
    const own = outcomes.filter(({ page }) => page.app === app);
    const first = own.find(({ failure }) => failure)?.failure;
    const canRender =
      own.some(({ page, failure }) => page.data !== undefined && !failure) ||
      Object.values(release.pages).some((page) => page.app === app && page.data !== undefined);
    if (first && !canRender)
      throw new Error(
        `${first.message} None of the pages of ${app} that show data can be rendered, so nothing has changed. Correct the build.`,
      );
  }
}

interface NamedFile {
  file: string;
  bytes: Buffer;
}

/** The files beside the pages. They stay as they are unless the shell or the list of pages changes. */
async function renderFiles(
  { live, set }: Plan,
  release: Release,
  { renderers, from }: RenderOptions,
): Promise<{ kept: Record<string, string>; made: NamedFile[] }> {
  const own = filesOfBuilds(set, release);
  const ofDamaged = Object.fromEntries(set.flatMap((build) => keptManifest(build, live)));
  const toFile = ([file, content]: [string, string | Buffer]) => ({ file, bytes: Buffer.from(content) });
  const [before, now] = [from, release].map((one) => [one?.apps.shell, one && listedIn(one)]);
  const hasFiles = from && Object.keys(from.files).length > 0;
  if (hasFiles && isDeepStrictEqual(before, now)) {
    const isOwn = (file: string) => own.some(([name]) => name === file) || file.startsWith('remotes/');
    const kept = Object.entries(from.files).filter(([file]) => !isOwn(file));
    return { kept: { ...Object.fromEntries(kept), ...ofDamaged }, made: own.map(toFile) };
  }
  const ofSite = await renderers.of('shell').renderSiteFiles(listedIn(release));
  return { kept: ofDamaged, made: [...Object.entries(ofSite), ...own].map(toFile) };
}

/** The manifest of a damaged build stays as it is live. */
function keptManifest({ artifact, damage }: LoadedArtifact, live: Release | undefined): [string, string][] {
  const name = manifestName(artifact);
  const content = name === undefined ? undefined : live?.files[name];
  return damage && name !== undefined && content !== undefined ? [[name, content]] : [];
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
    ...set.flatMap(liveStyles),
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
function hashesIn(release: Release | undefined): ReadonlySet<string> {
  if (!release) return new Set();
  return new Set([...dataOf(release), ...contentsOf(release).map(([, content]) => content)]);
}
