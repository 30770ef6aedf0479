import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ListedPage } from '@site/shared/shell';
import { sha256 } from '../../build/sha256';
import { compress, listEncodings } from '../../store/compress';
import { forEachParallel } from '../../store/forEachParallel';
import type { LoadedBuild } from '../../store/readBuild';
import type { Store } from '../../store/Store';
import {
  behindPage,
  composeRelease,
  lastVersion,
  routeIn,
  type PageToCopy,
  type PageToRender,
} from './composeRelease';
import { makeFiles } from '../makeFiles';
import type { Plan } from './plan';
import type { Data } from './read';
import { dataKey, readData } from '../readData';
import {
  buildsByApp,
  listData,
  newReleaseId,
  pagePath,
  RELEASE_FILE,
  type AppBuild,
  type Release,
  type ReleasePage,
} from '../Release';
import { isStored } from '../listStored';
import { liveManifest, liveStyles, manifestName, releaseManifest, STYLES_NAME } from '../releaseManifest';
import type { PageDocument } from '../../render/createRenderer';
import type { Renderers } from '../../render/openRenderers';
import type { NewFile, NewParts } from './write';

/**
 * If more pages than this are rendered, entries' pages are compressed faster, but become about 5 % larger. There may be
 * thousands of these pages.
 */
const FEW_PAGES = 100;

export interface RenderOptions {
  store: Store;
  renderers: Renderers;
  /** Whether to retry every page that is behind (see `Release.behind`), even if the last attempt was recent. */
  retries?: boolean;
  /** Whether the release is a preview. If so, it lists the apps whose builds are new (see `Release.preview`). */
  isPreview?: boolean | undefined;
  /** A sentence in HTML that the rendered pages show beside their content. */
  note?: string | undefined;
  log: (line: string) => void;
}

/**
 * The third of five steps: renders the pages that differ from the live release; all others keep their content. A page that
 * cannot be rendered with its data is listed as behind, and keeps its last version. If there is none, visitors get the
 * pattern's own page, or the page without data.
 *
 * @returns the parts to write. The release's log does not include the release itself yet
 * @throws Error if a new build cannot render a page that shows no data, or if it can render none of an app's pages that show
 *   data. In either case, the build must be at fault
 */
export async function render(plan: Plan, data: Data, options: RenderOptions): Promise<NewParts> {
  const { live, builds, added, earlier, forms, stored } = plan;
  const { retries = false, isPreview = false, log } = options;
  const now = new Date();
  const composed = composeRelease({
    builds,
    live,
    earlier,
    stored,
    retries,
    now,
    data: data.hashes,
  });
  const { copied, toRender } = await copyPages(composed.toCopy, composed.toRender, options.store);
  const kept = Object.keys(composed.pages).length + copied.length;
  if (toRender.length > 0) log(`Rendering ${toRender.length} pages, keeping ${kept}`);
  const outcomes = await renderPages(plan, toRender, data, options);
  const pages = { ...composed.pages };
  for (const { page, made: own } of copied) pages[own.file] = page;
  refuseIfAllFail(plan, pages, outcomes);

  const behind = { ...composed.behind };
  const made: NewFile[] = copied.map(({ made: own }) => own);
  for (const { page, rendered, made: own, failure } of outcomes) {
    const { file } = page;
    const last = live && lastVersion(live, file, stored);
    if (failure) {
      behind[file] = behindPage(page, now);
      log(`${toSentence(failure)} ${consequenceFor(last)}`);
    }
    const shown = rendered ?? last;
    if (shown) pages[file] = shown;
    if (own) made.push(own);
  }

  const release: Release = {
    site: live?.site ?? randomBytes(8).toString('hex'),
    id: newReleaseId(now),
    createdAt: now.toISOString(),
    ...(live && { base: live.id }),
    ...(isPreview && { preview: added.map(({ description }) => description.app) }),
    builds: buildsByApp(builds),
    data: data.hashes,
    answers: data.answers,
    forms,
    pages,
    ...(Object.keys(behind).length > 0 && { behind }),
    files: {},
    log: live?.log ?? [],
  };
  const files = await renderFiles(plan, release, options);
  release.files = { ...files.kept, ...hashesByName(files.made) };
  const readJson = async (hash: string) => data.contents.get(hash) ?? readData(options.store, hash);
  const ofData = await makeFiles(plan, data, { renderers: options.renderers, release, readJson, log });
  const madeOfData = Object.entries(ofData.texts).map(namedFile);
  Object.assign(release.files, ofData.kept, hashesByName(madeOfData));
  if (Object.keys(ofData.made).length > 0) release.made = ofData.made;
  const unread = [...new Set([...data.unread, ...ofData.failed])].sort();
  if (unread.length > 0) release.unread = unread;
  return {
    release,
    ...newParts(release, [...made, ...files.made, ...madeOfData], data, plan),
    builds: added,
  };
}

function toSentence({ message }: Error): string {
  return message.replace(/[.\s]*$/, '.');
}

function consequenceFor(last: ReleasePage | undefined): string {
  if (last) return 'Its last version stays live.';
  return 'Until it can be rendered, scripts fill the page at its address.';
}

function newParts(
  release: Release,
  made: NewFile[],
  data: Data,
  { stored }: Plan,
): Pick<NewParts, 'contents' | 'data'> {
  const named = listData(release);
  const isNew = (hash: string) => named.has(hash) && !stored.has(dataKey(hash));
  return {
    contents: new Map(made.map((file) => [sha256(file.bytes), file])),
    data: new Map([...data.contents].filter(([hash]) => isNew(hash))),
  };
}

interface CopiedPage {
  page: ReleasePage;
  made: NewFile;
}

/**
 * Reads from the store the pages that can be copied from earlier releases. The deployment writes them again, so that prune
 * keeps them.
 *
 * @returns `copied`, the pages that were read; and `toRender`, which contains the given `toRender` and the pages from
 *   `toCopy` that are missing or altered
 */
async function copyPages(
  toCopy: PageToCopy[],
  toRender: PageToRender[],
  store: Store,
): Promise<{ copied: CopiedPage[]; toRender: PageToRender[] }> {
  const copied: CopiedPage[] = [];
  const lost: PageToRender[] = [];
  await forEachParallel(toCopy, async ({ page, source }) => {
    const { file } = page;
    const encodings = new Map<string, Buffer>();
    for (const encoding of listEncodings(file)) {
      const content = await store.read(`pages/${source.content}${encoding}`);
      if (content) encodings.set(file + encoding, content);
    }
    const bytes = encodings.get(file);
    if (bytes && encodings.size === listEncodings(file).length && sha256(bytes) === source.content)
      copied.push({ page: source, made: { file, bytes, encodings: Promise.resolve(encodings) } });
    else lost.push(page);
  });
  return { copied, toRender: [...toRender, ...lost] };
}

interface RenderOutcome {
  page: PageToRender;
  /** The release's entry for the page; absent if the page was not rendered, not even without its data. */
  rendered?: ReleasePage | undefined;
  made?: NewFile | undefined;
  failure?: Error;
}

/**
 * Renders the pages of all apps in parallel; each app has its own processes. Finished pages are compressed while others are
 * being rendered.
 */
async function renderPages(
  { live, added, stored }: Plan,
  pages: PageToRender[],
  data: Data,
  { store, renderers, note }: RenderOptions,
): Promise<RenderOutcome[]> {
  const apps = [...new Set(pages.map(({ app }) => app))];
  const byApp = apps.map(async (app) => {
    const outcomes: RenderOutcome[] = [];
    const own = pages.filter((one) => one.app === app);
    await forEachParallel(own.entries(), async ([index, page]) => {
      const { document, failure } = await renderPage(page);
      // Keep only the bytes to write, not the whole document, because there may be thousands of pages.
      const rendered = document && { rendered: releasePage(page, document), made: makeFile(page, document) };
      outcomes[index] = { page, ...rendered, ...(failure && { failure }) };
    });
    return outcomes;
  });
  // If one app fails, wait for the other apps before throwing its error.
  await Promise.allSettled(byApp);
  return (await Promise.all(byApp)).flat();

  async function renderPage(
    page: PageToRender,
  ): Promise<{ document?: PageDocument | undefined; failure?: Error }> {
    const { app, route, path, file } = page;
    let json = page.data && data.contents.get(page.data);
    try {
      if (page.data !== undefined) json ??= await readData(store, page.data);
      const document = await renderers.of(app).renderPage({ route, path, ...(json && { data: json }) });
      return { document: note === undefined ? document : withNote(document, note) };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isDeployed = isNew(added, app);
      if (page.data === undefined && isDeployed) throw error;
      // If the page cannot be rendered with its data, visitors get its last version or, for an entry, the pattern's own
      // page. If there is neither, render the page without its data.
      const hasLast = live !== undefined && lastVersion(live, file, stored) !== undefined;
      const isAnswered = path !== route || hasLast || page.data === undefined;
      const document = isAnswered ? undefined : await renderers.of(app).renderPage({ route, path });
      return { document, failure: error };
    }
  }

  function makeFile({ file, path, route }: PageToRender, { html }: PageDocument): NewFile {
    const bytes = Buffer.from(html);
    const inHurry = pages.length > FEW_PAGES && path !== route;
    const encodings = compress(file, bytes, { inHurry });
    // If the release is not written, nothing awaits the compression. An unhandled rejection would then end the process.
    encodings.catch(() => undefined);
    return { file, bytes, encodings };
  }
}

/** Adds a note to a page, outside the part that the shell hydrates. `shell/src/base.css` positions the note. */
function withNote(document: PageDocument, note: string): PageDocument {
  return { ...document, html: document.html.replace('</body>', `<aside id="note">${note}</aside></body>`) };
}

function releasePage(page: PageToRender, document: PageDocument): ReleasePage {
  const { html, listed, modified, pictures } = document;
  return {
    app: page.app,
    ...routeIn(page),
    ...(pictures && { pictures }),
    ...(listed && { listed: true }),
    ...(modified && { modified }),
    content: sha256(html),
  };
}

/** Whether the app or the shell has a new build. Either changes the app's pages. */
function isNew(added: LoadedBuild[], app: string): boolean {
  return added.some(({ description }) => description.app === app || description.remote === undefined);
}

/**
 * Throws if the app or the shell has a new build, and none of the app's pages that show data can be rendered. If neither
 * build is new, the data must be the cause, so this function does not throw.
 */
function refuseIfAllFail({ added }: Plan, kept: Release['pages'], outcomes: RenderOutcome[]): void {
  const apps = new Set(outcomes.map(({ page }) => page.app));
  for (const app of [...apps].filter((one) => isNew(added, one))) {
    const own = outcomes.filter(({ page }) => page.app === app);
    const first = own.find(({ failure }) => failure)?.failure;
    const canRender =
      own.some(({ page, failure }) => page.data !== undefined && !failure) ||
      Object.values(kept).some((page) => page.app === app);
    if (first && !canRender)
      throw new Error(
        `${toSentence(first)} None of the pages of ${app} that show data can be rendered, so nothing has changed. Correct the build.`,
      );
  }
}

interface NamedFile {
  file: string;
  bytes: Buffer;
}

/**
 * Makes or keeps a release's files, except its pages and the files that `makeFiles` makes. Files that come from a build are
 * kept while the build is live. Files that `renderSiteFiles` makes, such as the sitemap, are kept unless the shell or the
 * list of pages changes. Files that the store has lost are made again.
 *
 * @returns `kept`, the hashes of the live files that the release keeps, by name; and `made`, the new files
 */
async function renderFiles(
  { live, builds, load, stored, added }: Plan,
  release: Release,
  { renderers }: RenderOptions,
): Promise<{ kept: Record<string, string>; made: NamedFile[] }> {
  const kept: Record<string, string> = {};
  const made: NamedFile[] = [];
  const current = Object.entries(live?.files ?? {});
  const keep = (files: [file: string, content: string][]) => {
    const areStored = files.length > 0 && files.every(([file, content]) => isStored(stored, file, content));
    if (areStored) Object.assign(kept, Object.fromEntries(files));
    return areStored;
  };

  // `renderSiteFiles` does not make these live files: the release's manifest, the files that `makeFiles` has made, and the
  // builds' files, which the loop adds.
  const ofBuilds = new Set([RELEASE_FILE, ...Object.values(live?.made ?? {}).flatMap(({ files }) => files)]);
  for (const build of builds) {
    const names = listFileNames(build);
    for (const name of names) ofBuilds.add(name);
    const own = current.filter(([file]) => names.includes(file));
    const isSame = live?.builds[build.app]?.version === build.version;
    const isAdded = added.some(({ description }) => description.app === build.app);
    if (isSame && !isAdded && (own.length === 0 || keep(own))) continue;
    const loaded = await load(build.app).catch((error: unknown) => {
      if (isAdded || !isSame) throw error;
      Object.assign(kept, Object.fromEntries(own));
    });
    if (loaded) made.push(...filesOfBuild(loaded).map(namedFile));
  }

  const ofSite = current.filter(([file]) => !ofBuilds.has(file) && !file.startsWith('remotes/'));
  const isSameSite =
    live?.builds.shell?.version === release.builds.shell?.version &&
    isDeepStrictEqual(live && listedIn(live), listedIn(release));
  if (!isSameSite || !keep(ofSite))
    made.push(
      ...Object.entries(await renderers.of('shell').renderSiteFiles(listedIn(release))).map(namedFile),
    );
  made.push(namedFile([RELEASE_FILE, JSON.stringify(releaseManifest(release))]));
  return { kept, made };
}

function namedFile([file, content]: [string, string | Buffer]): NamedFile {
  return { file, bytes: Buffer.from(content) };
}

function listFileNames({ remote }: AppBuild): string[] {
  const manifest = manifestName(remote);
  return manifest === undefined ? ['favicon.ico', STYLES_NAME] : [manifest];
}

/** Returns the files that a release takes from a build, as pairs of name and content. */
export function filesOfBuild(build: LoadedBuild): [name: string, content: string | Buffer][] {
  const icon = build.description.remote ? undefined : build.files.get('favicon.ico');
  return [
    ...(icon ? [['favicon.ico', icon] as [string, Buffer]] : []),
    ...liveManifest(build),
    ...liveStyles(build),
  ];
}

function listedIn({ pages }: Release): ListedPage[] {
  const listedPages: ListedPage[] = [];
  for (const [file, page] of Object.entries(pages).sort()) {
    const { listed, modified } = page;
    if (listed) listedPages.push({ path: pagePath(file, page), ...(modified && { modified }) });
  }
  return listedPages;
}

function hashesByName(files: NamedFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ file, bytes }) => [file, sha256(bytes)]));
}
