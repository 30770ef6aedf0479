import { isDeepStrictEqual } from 'node:util';
import type { ListedPage } from '@site/shared/shell';
import { sha256 } from '../build/sha256';
import { compress } from '../store/compress';
import { forEachParallel } from '../store/forEachParallel';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { composeRelease, isMadeOf, standInFile, type PageToRender } from './composeRelease';
import { isPattern } from '../render/pageAddress';
import type { Plan } from './plan';
import type { Data } from './read';
import { readData } from './readRelease';
import { contentsOf, dataOf, RELEASE_FILE, type FailedPage, type Release, type ReleasePage } from './Release';
import { liveManifest, liveStyles, manifestName, releaseManifest } from './releaseManifest';
import type { PageDocument } from '../render/createRenderer';
import type { Renderers } from '../render/openRenderers';
import type { NewFile, NewParts } from './write';

/**
 * If more pages than this are rendered, pages of patterns, of which there may be thousands, are compressed in a hurry.
 */
const FEW_PAGES = 100;

export interface RenderOptions {
  store: Store;
  renderers: Renderers;
  /** The live release, without the parts that the store has lost. */
  from: Release | undefined;
  /** The apps whose failed pages are rendered again even if nothing has changed. */
  retried: readonly string[];
  /** Whether the release is a preview, which has a store of its own, and so needs all parts to be written. */
  isPreview?: boolean | undefined;
  log: (line: string) => void;
}

/** A release that has been rendered, but not written. */
export interface RenderedRelease extends NewParts {
  /** The pages that were rendered for the release. */
  pages: PageToRender[];
}

/**
 * The third of five steps: renders the pages that differ from the live release; all others keep their content. Data
 * cannot stop a release: a page that cannot be rendered with its data is listed as failed, and keeps its last version.
 * If there is no last version, the pattern's own page is served instead.
 *
 * @throws Error if a page without data cannot be rendered, or if a deployed app can render none of its pages with data,
 *   because then its code must be wrong
 */
export async function render(plan: Plan, data: Data, options: RenderOptions): Promise<RenderedRelease> {
  const { live, set, artifacts, earlier, origins, forms } = plan;
  const { from, retried, isPreview = false, log } = options;
  const { release: composed, toRender } = composeRelease({
    artifacts: set.map(({ artifact }) => artifact),
    base: live?.id,
    from: from && [from, ...earlier],
    retried,
    data: data.hashes,
    now: new Date(),
  });
  const toTry = keepDamagedPages(plan, composed, toRender);
  if (toTry.length > 0) log(`Rendering ${toTry.length} pages, keeping ${Object.keys(composed.pages).length}`);
  const outcomes = await renderPages(toTry, data, options);
  refuseIfAllFail(plan, composed, outcomes);

  const failed = { ...composed.failed };
  const pages = { ...composed.pages };
  const documents: NewFile[] = [];
  for (const outcome of outcomes) {
    const { file } = outcome.page;
    if (outcome.failure) {
      failed[file] = failedPage(outcome.page);
      log(`${sentenceOf(outcome.failure)} ${consequenceFor(file, from)}`);
    }
    const page = outcome.document ? releasePage(outcome, outcome.document) : from?.pages[file];
    if (page) pages[file] = page;
    if (outcome.made) documents.push(outcome.made);
  }
  const standIns = await renderStandIns(failed, pages, options);

  const release: Release = {
    ...composed,
    ...(Object.keys(origins).length > 0 && { builds: origins }),
    ...(isPreview && { preview: artifacts.map(({ artifact }) => artifact.app) }),
    answers: data.answers,
    forms,
    pages: { ...pages, ...standIns.pages },
    failed,
    unread: data.unread.filter((app) => Object.hasOwn(composed.apps, app)),
  };
  // A manifest leaves out an empty `failed` or `unread`.
  if (Object.keys(failed).length === 0) delete release.failed;
  if (release.unread?.length === 0) delete release.unread;
  const files = await renderFiles(plan, release, options);
  release.files = { ...files.kept, ...hashesOf(files.made) };

  const rendered = [...documents, ...standIns.made, ...files.made];
  const stored = hashesIn(isPreview ? undefined : from);
  return { release, ...newParts(release, rendered, data, stored), artifacts, pages: toTry };
}

/** An error's message with a full stop, so that another sentence can follow. */
function sentenceOf({ message }: Error): string {
  return message.replace(/[.\s]*$/, '.');
}

/** Describes what visitors see at the address of a failed page, for the log. */
function consequenceFor(file: string, from: Release | undefined): string {
  if (from?.pages[file]?.data !== undefined) return 'Its last version stays live.';
  return 'Until it can be rendered, scripts fill the page at its address.';
}

/** The rendered files, and the data that a release refers to, except what is stored already. */
function newParts(
  release: Release,
  rendered: NewFile[],
  data: Data,
  stored: ReadonlySet<string>,
): Pick<NewParts, 'contents' | 'data'> {
  const named = hashesIn(release);
  const isNew = (hash: string) => named.has(hash) && !stored.has(hash);
  const contents = new Map<string, NewFile>();
  for (const file of rendered) {
    const hash = sha256(file.bytes);
    if (isNew(hash)) contents.set(hash, file);
  }
  return { contents, data: new Map([...data.contents].filter(([hash]) => isNew(hash))) };
}

/**
 * Keeps the live pages of damaged builds, since these pages cannot be rendered. Lost and failed pages are kept, too,
 * although they would be rendered again if their build were intact.
 *
 * @param release receives the kept pages
 * @param pages all pages to render
 * @returns the pages of other builds, which are still to be rendered
 */
function keepDamagedPages({ live, set }: Plan, release: Release, pages: PageToRender[]): PageToRender[] {
  const damagedBuilds = set.filter(({ damage }) => damage !== undefined);
  const damaged = new Set(damagedBuilds.map(({ artifact }) => artifact.app));
  for (const { file, app } of pages) {
    if (!damaged.has(app)) continue;
    const page = live?.pages[file];
    const failure = live?.failed?.[file];
    if (page) release.pages[file] = page;
    if (failure) release.failed = { ...release.failed, [file]: failure };
  }
  return pages.filter(({ app }) => !damaged.has(app));
}

function failedPage({ app, path, route, version, shell, data = '' }: PageToRender): FailedPage {
  return { app, path, ...(route !== path && { route }), version, shell, data };
}

/**
 * Makes a stand-in for each pattern with failed pages that have no last version. A stand-in is the pattern's own page,
 * in a form that search engines may list.
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

/** The result of rendering a page. */
interface Outcome {
  page: PageToRender;
  /** Absent if the page was rendered neither with its data nor without. */
  document?: PageDocument | undefined;
  /** The document as a file to write. */
  made?: NewFile | undefined;
  failure?: Error;
}

/**
 * Renders the pages of all apps in parallel, each app in its own processes, and compresses finished pages meanwhile.
 */
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
  // If one app fails, wait for the others before throwing.
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
      // If neither a pattern nor a last version with data is served at the address, the page is rendered without data.
      const isAnswered = path !== route || from?.pages[page.file]?.data !== undefined;
      const document = isAnswered ? undefined : await renderers.of(app).renderPage({ route, path });
      return { page, document, failure: error };
    }
  }

  function fileOf({ file, path, route }: PageToRender, { html }: PageDocument): NewFile {
    const bytes = Buffer.from(html);
    const inHurry = pages.length > FEW_PAGES && path !== route;
    const forms = compress(file, bytes, { inHurry });
    // If the release is not written, nothing awaits the compression, so its failure would end the process.
    forms.catch(() => undefined);
    return { file, bytes, forms };
  }
}

/** The manifest's entry for a rendered page. It has no `data` if rendering the page with its data failed. */
function releasePage({ page, failure }: Outcome, document: PageDocument): ReleasePage {
  const { app, path, route, version, shell, data } = page;
  const { html, listed, modified, pictures } = document;
  return {
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
}

/**
 * Refuses new builds if an app can no longer render any of its pages with data. If no build is new, the data is to
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
        `${sentenceOf(first)} None of the pages of ${app} that show data can be rendered, so nothing has changed. Correct the build.`,
      );
  }
}

/** A file with its content. */
interface NamedFile {
  file: string;
  bytes: Buffer;
}

/**
 * Makes the files of a release that are not pages. The sitemap and similar files are reused unless the shell or the
 * list of pages has changed.
 */
async function renderFiles(
  { live, set }: Plan,
  release: Release,
  { renderers, from }: RenderOptions,
): Promise<{ kept: Record<string, string>; made: NamedFile[] }> {
  const ofBuilds = filesOfBuilds(set, release).map(namedFile);
  const ofDamaged = keptManifests(set, live);
  if (from && hasSameSiteFiles(from, release)) {
    const namesOfBuilds = new Set(ofBuilds.map(({ file }) => file));
    const isOfSite = (file: string) => !namesOfBuilds.has(file) && !file.startsWith('remotes/');
    const ofSite = Object.entries(from.files).filter(([file]) => isOfSite(file));
    return { kept: { ...Object.fromEntries(ofSite), ...ofDamaged }, made: ofBuilds };
  }
  const siteFiles = await renderers.of('shell').renderSiteFiles(listedIn(release));
  const ofSite = Object.entries(siteFiles).map(namedFile);
  return { kept: ofDamaged, made: [...ofSite, ...ofBuilds] };
}

function namedFile([file, content]: [string, string | Buffer]): NamedFile {
  return { file, bytes: Buffer.from(content) };
}

/** Whether a release can reuse an earlier release's site files, such as the sitemap. */
function hasSameSiteFiles(from: Release, release: Release): boolean {
  if (Object.keys(from.files).length === 0) return false;
  return from.apps.shell === release.apps.shell && isDeepStrictEqual(listedIn(from), listedIn(release));
}

/** The live manifests of damaged remotes, by file name. */
function keptManifests(set: LoadedArtifact[], live: Release | undefined): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { artifact, damage } of set) {
    const name = manifestName(artifact);
    if (!damage || name === undefined) continue;
    const content = live?.files[name];
    if (content !== undefined) kept[name] = content;
  }
  return kept;
}

/** The files of a release that depend only on its builds, by name. */
export function filesOfBuilds(
  set: LoadedArtifact[],
  release: Pick<Release, 'id' | 'builds' | 'preview'>,
): [name: string, content: string | Buffer][] {
  const icon = set.find(({ artifact }) => !artifact.remote)?.files.get('favicon.ico');
  const files: [name: string, content: string | Buffer][] = [];
  if (icon) files.push(['favicon.ico', icon]);
  files.push(...set.flatMap(liveManifest), ...set.flatMap(liveStyles));
  files.push([RELEASE_FILE, JSON.stringify(releaseManifest(set, release))]);
  return files;
}

/** The pages that the sitemap lists. */
function listedIn({ pages }: Release): ListedPage[] {
  const listedPages: ListedPage[] = [];
  for (const [, { path, listed, modified }] of Object.entries(pages).sort()) {
    if (listed) listedPages.push({ path, ...(modified && { modified }) });
  }
  return listedPages;
}

function hashesOf(files: NamedFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ file, bytes }) => [file, sha256(bytes)]));
}

/** All hashes of pages, files and data that a release refers to. */
function hashesIn(release: Release | undefined): ReadonlySet<string> {
  if (!release) return new Set();
  return new Set([...dataOf(release), ...contentsOf(release).map(([, content]) => content)]);
}
