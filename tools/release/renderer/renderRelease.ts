import { isDeepStrictEqual } from 'node:util';
import type { ListedPage } from '@site/shell/render';
import { sha256 } from '../../build/sha256';
import type { Composition, PagePlan } from '../composeRelease';
import { contentsOf, type Release } from '../Release';
import type { NewContents } from '../writeRelease';
import type { Store } from '../../store/Store';
import type { PageDocument, PageJob, Renderer } from './createRenderer';

interface RenderingOptions {
  store: Store;
  renderer: Renderer;
  /** Its release gets the pages that are rendered, and the files beside them. */
  composition: Composition;
  live: Release | undefined;
  /** Contents that the store has lost, though the live release names them. */
  lost: ReadonlySet<string> | undefined;
  /** The apps whose data the renderer has read; the data of others is taken from their live pages. */
  read: ReadonlySet<string>;
  /** What builds bring along for the site's root, by name. */
  ownFiles: Record<string, string | Buffer>;
  log: (line: string) => void;
}

/** The live file that tabs read (see `ReleaseManifest`). */
const RELEASE_FILE = 'release.json';

/**
 * Renders what a composition lacks. Data cannot stop a release: a page that cannot be rendered with its data keeps
 * its last version, or else is left to its pattern, or to the browser.
 *
 * @returns what the release has that the live one has not
 * @throws Error if a page cannot be rendered by itself, or none of an app's with data: then its code is wrong
 */
export async function renderRelease(options: RenderingOptions): Promise<NewContents> {
  const { renderer, composition, live, lost, ownFiles, log } = options;
  const { release, render } = composition;
  const contents = new Map<string, { file: string; bytes: Buffer }>();
  const failures = new Map<string, Error>();
  for (const plan of render) {
    const document = await renderer.renderPage(await jobFor(plan, options)).catch((error: unknown) => {
      if (plan.data === undefined || !(error instanceof Error)) throw error;
      failures.set(plan.file, error);
      return withoutData(plan, options);
    });
    if (document) {
      release.pages[plan.file] = {
        ...madeOf(plan, failures.has(plan.file) ? undefined : shownData(plan, options)),
        ...metadataOf(document),
        content: add(plan.file, document.html),
      };
    } else {
      const last = live?.pages[plan.file];
      if (last) release.pages[plan.file] = last;
    }
  }
  refuseIfAllFail(release, render, failures);
  for (const [file, { message }] of failures) {
    const page = release.pages[file];
    const instead =
      page && live?.pages[file] === page ? 'Its last version stays.' : 'It is left to the browser.';
    log(`${message} ${instead}`);
  }

  const isListedAlike =
    live?.block.shell === release.block.shell && isDeepStrictEqual(listed(live), listed(release));
  const areLost = Object.values(live?.files ?? {}).some((content) => lost?.has(content));
  if (live && isListedAlike && !areLost) {
    const own = (file: string) => file in ownFiles || file.startsWith('remotes/');
    release.files = Object.fromEntries(Object.entries(live.files).filter(([file]) => !own(file)));
  } else {
    const siteFiles = await renderer.renderSiteFiles(listed(release));
    for (const [file, bytes] of Object.entries(siteFiles)) release.files[file] = add(file, bytes);
  }
  for (const [file, bytes] of Object.entries(ownFiles)) release.files[file] = add(file, bytes);
  release.files[RELEASE_FILE] = add(RELEASE_FILE, JSON.stringify(release.block));
  const stored = new Set((live ? contentsOf(live) : []).map(([, content]) => content));
  for (const content of contents.keys())
    if (stored.has(content) && !lost?.has(content)) contents.delete(content);
  return contents;

  function add(file: string, content: string | Buffer): string {
    const bytes = Buffer.from(content);
    const hash = sha256(bytes);
    contents.set(hash, { file, bytes });
    return hash;
  }
}

/** The pages of a release that the sitemap lists. */
function listed({ pages }: Release): ListedPage[] {
  return Object.entries(pages)
    .sort()
    .flatMap(([, { path, listed: isListed, modified }]) =>
      isListed ? [{ path, ...(modified && { modified }) }] : [],
    );
}

/** What is rendered in the place of a page whose data cannot be: nothing if there is something else. */
async function withoutData(
  plan: PagePlan,
  { renderer, live }: RenderingOptions,
): Promise<PageDocument | undefined> {
  if (plan.path !== plan.route || live?.pages[plan.file]) return undefined;
  const { app, route, path, param } = plan;
  return renderer.renderPage({ app, route, path, param });
}

/** A build with which no page can be rendered is wrong, whatever the data; one of before shows that it can. */
function refuseIfAllFail(release: Release, render: PagePlan[], failures: ReadonlyMap<string, Error>): void {
  for (const app of new Set(render.map((plan) => plan.app))) {
    const [first, ...others] = render.flatMap(({ app: of, file }) =>
      of === app ? (failures.get(file) ?? []) : [],
    );
    const canRender = Object.entries(release.pages).some(
      ([file, page]) => page.app === app && page.data !== undefined && !failures.has(file),
    );
    if (first && others.length > 0 && !canRender) throw first;
  }
}

async function jobFor(plan: PagePlan, { store, read, live }: RenderingOptions): Promise<PageJob> {
  const { app, route, path, param, data, file } = plan;
  if (data === undefined) return { app, route, path, param };
  const job = { app, route, path, param };
  if (read.has(app)) return { ...job, data: 'read' };
  const content = live?.pages[file]?.content;
  const document = await store.read(`pages/${content}`);
  if (!document || sha256(document) !== content)
    throw new Error(`The live page ${path} of ${app} is missing in the store, or has been altered.`);
  return { ...job, data: { document: document.toString() } };
}

/** The hash of the data that a page shows. What another build prepared is other data: the backend has it still. */
function shownData({ app, file, version, data }: PagePlan, { read, live }: RenderingOptions) {
  const preparedBy = read.has(app) ? version : live?.pages[file]?.version;
  return data === undefined || preparedBy === version ? data : sha256(`${data} by ${preparedBy}`);
}

/** @param data the hash of what it shows; without it, it shows no pictures either */
function madeOf({ app, path, route, version, shell, pictures }: PagePlan, data: string | undefined) {
  const filled = data !== undefined && { data, ...(pictures && { pictures }) };
  return { app, path, ...(route !== path && { route }), version, shell, ...filled };
}

function metadataOf({ listed, modified }: PageDocument) {
  return { ...(listed && { listed: true as const }), ...(modified && { modified }) };
}
