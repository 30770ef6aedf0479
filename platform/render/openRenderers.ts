import { availableParallelism } from 'node:os';
import { errorMessage } from '@site/shared/node/errorMessage';
import type { ListedPage } from '@site/shared/shell';
import type { LoadedBuild } from '../store/readBuild';
import type { MadeOfData, PageDocument, PageJob, RouteEntries } from './createRenderer';
import { forkRenderer, type ForkedRenderer, type RenderedApp } from './forkRenderer';
import type { Listing } from './listSources';
import type { ChildRenderer } from './renderChild';

/** The time limit for rendering a page or calling `makeFiles`, in milliseconds. */
const PAGE_LIMIT = 10_000;

/** The time limit for any other call, such as reading the backend, in milliseconds. */
const OTHER_LIMIT = 60_000;

/**
 * If this many pages are lost before any page with data has been rendered, none of the app's other pages are tried until
 * `reset` is called. A page is lost if both attempts to render it end the process or take too long.
 */
const LOST_PAGES = 10;

/** The maximum number of processes per app. Each takes up to 230 MB. */
const PROCESSES = Math.min(8, availableParallelism());

/**
 * If calls are waiting, an app gets another process once its processes have handled this many calls each, on average.
 * Starting one sooner would not save time.
 */
const PAGES_EACH = 20;

/**
 * A process that has handled this many calls is not kept for the next release, because its memory use grows: from 130 MB
 * after a few pages to 230 MB after 6,000 pages whose HTML had to be sanitised.
 */
const CALLS = 1000;

/** Renders the pages of one app in processes that no other app uses. */
export interface Renderer {
  /**
   * Asks the backend for the raw data for the app's pages. `renderPage` later passes the data to `PageSource.prepare`.
   *
   * @throws Error if two attempts fail because the process ends or takes too long
   */
  list(): Promise<Listing>;
  /** @throws Error that names the page and says why it cannot be rendered, e.g. that both attempts ended the process */
  renderPage(job: PageJob): Promise<PageDocument>;
  /** Makes the shell's files at the site's root, such as the sitemap, and returns their contents by file name. */
  renderSiteFiles(pages: ListedPage[]): Promise<Record<string, string>>;
  /** Whether the app makes files or redirects from its data. */
  makesFiles(): Promise<boolean>;
  /**
   * Makes the app's files and redirects.
   *
   * @param listed the data of the app's pages
   * @throws Error if the app's own code fails, or if two attempts fail because the process ends or takes too long
   */
  makeFiles(listed: RouteEntries[]): Promise<MadeOfData>;
}

export interface Renderers {
  /** Returns the renderer for an app. @throws Error if the renderers were not opened for this app */
  of(app: string): Renderer;
  /**
   * Must be called between two releases. Resets the counts of lost pages, and ends processes. At most one process per app
   * is kept, and only if the app might have a data source.
   */
  reset: () => void;
  close: () => void;
}

/**
 * Opens the renderers for a set of apps. No two apps share a process, so that a failing bundle does not affect other apps'
 * pages. The first call to an app's renderer loads the app's build and the shell's build, and starts a process. If calls
 * keep waiting, the app gets more processes: up to one per core, but no more than eight.
 *
 * @param backendUrl the backend that the apps' sources read
 */
export function openRenderers(
  apps: RenderableApp[],
  load: (app: string) => Promise<LoadedBuild>,
  backendUrl: string | undefined,
): Renderers {
  const opened = new Map<string, ReturnType<typeof openRenderer>>();
  return {
    of(name) {
      const found = apps.find(({ app }) => app === name);
      if (!found) throw new Error(`${name} is not in this release.`);
      const loadBoth = async () => {
        const [shell, app] = await Promise.all([load('shell'), load(name)]);
        return { shell, app, backendUrl };
      };
      const one = opened.get(name) ?? openRenderer(found, loadBoth);
      opened.set(name, one);
      return one;
    },
    reset: () => opened.forEach(({ reset }) => reset()),
    close: () => opened.forEach(({ close }) => close()),
  };
}

/** What is known about an app before its build is loaded. */
export interface RenderableApp {
  app: string;
  /** Absent for the shell. */
  remote?: object;
}

interface Slot {
  /** Absent until a call needs a process. */
  process?: ForkedRenderer;
  calls: number;
}

/** Thrown if a call has no result because its process ended or took too long. */
class LostCallError extends Error {}

/** @param load is called each time a process is started, so that the builds need not stay in memory */
function openRenderer(
  { app, remote }: RenderableApp,
  load: () => Promise<RenderedApp>,
): Renderer & Pick<Renderers, 'reset' | 'close'> {
  const first: Slot = { calls: 0 };
  const slots = [first];
  const idle = [first];
  const waiting: ((slot: Slot) => void)[] = [];
  let isClosed = false;
  let hasRendered = false;
  let lostPages = 0;
  let done = 0;
  /**
   * False once the app is known to have no data source. From then on, `reset` ends all of the app's processes, because none
   * is needed to read the backend.
   */
  let mayRead = remote !== undefined;

  /**
   * Sends a call to an idle process, and tries once more if the process ends or takes too long.
   *
   * @throws DamagedBuildError if the app's build or the shell's build cannot be loaded
   * @throws LostCallError if the process also ends or takes too long on the second attempt
   */
  async function ask<Name extends keyof ChildRenderer>(
    method: Name,
    given: Parameters<ChildRenderer[Name]>,
    limit = OTHER_LIMIT,
  ): Promise<Awaited<ReturnType<ChildRenderer[Name]>>> {
    const slot = idle.pop() ?? (await nextIdle());
    const tryOnce = async () => {
      const process = await processIn(slot);
      return process.ask(method, given, limit).catch((cause: unknown) => {
        throw new LostCallError(errorMessage(cause), { cause });
      });
    };
    try {
      const answer = await tryOnce().catch((error: unknown) => {
        if (error instanceof LostCallError) return tryOnce();
        throw error;
      });
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.result;
    } finally {
      release(slot);
    }
  }

  async function processIn(slot: Slot): Promise<ForkedRenderer> {
    let { process } = slot;
    if (!process || process.hasEnded()) {
      const builds = await load();
      if (isClosed) throw new Error('Rendering has been closed.');
      process = forkRenderer(builds);
      Object.assign(slot, { process, calls: 0 });
    }
    slot.calls += 1;
    return process;
  }

  function release(slot: Slot): void {
    done += 1;
    const needsMore = waiting.length > 0 && done >= PAGES_EACH * slots.length;
    if (needsMore && slots.length < PROCESSES) {
      const another: Slot = { calls: 0 };
      slots.push(another);
      waiting.shift()?.(another);
    }
    const next = waiting.shift();
    if (next) next(slot);
    else idle.push(slot);
  }

  function nextIdle(): Promise<Slot> {
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  function empty(slot: Slot): void {
    slot.process?.end();
    delete slot.process;
  }

  return {
    async list() {
      if (!mayRead) return { routes: [], answers: {} };
      const listing = await ask('list', []);
      mayRead = !('routes' in listing) || listing.routes.length > 0;
      return listing;
    },
    async renderPage(job) {
      const what = `${job.path} of ${app} cannot be rendered`;
      if (!hasRendered && lostPages >= LOST_PAGES)
        throw new Error(`${what}: all ${LOST_PAGES} pages before this one failed.`);
      const document = await ask('renderPage', [job], PAGE_LIMIT).catch((error: unknown) => {
        if (!(error instanceof LostCallError)) throw error;
        lostPages += 1;
        throw new Error(`${what}: ${error.message}`);
      });
      hasRendered ||= job.data !== undefined;
      return document;
    },
    renderSiteFiles: (pages) => ask('renderSiteFiles', [pages]),
    makesFiles: () => ask('makesFiles', []),
    makeFiles: (listed) => ask('makeFiles', [listed], PAGE_LIMIT),
    reset() {
      for (const slot of slots.splice(1)) empty(slot);
      if (!mayRead || first.calls >= CALLS) empty(first);
      idle.splice(0, idle.length, first);
      hasRendered = false;
      lostPages = 0;
      done = 0;
    },
    close() {
      isClosed = true;
      slots.forEach(empty);
    },
  };
}
