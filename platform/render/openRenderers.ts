import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@site/shared/node/messageOf';
import type { ListedPage } from '@site/shared/shell';
import * as v from 'valibot';
import { CallError, openChild, type OpenChild } from '../apart/openChild';
import { address, fileName, sha256Hex } from '../build/Artifact';
import type { LoadedArtifact } from '../store/readArtifact';
import { describeIssue } from '../build/describeIssue';
import { isBelow } from '../release/openReading';
import { modified, pictures } from '../release/Release';
import type { PageDocument, PageJob } from './createRenderer';
import type { Listing } from './listSources';
import type { RendererCall } from './renderChild';

/** The limits for a page, in milliseconds and bytes. */
const PAGE_LIMITS = { time: 10_000, size: 20_000_000 };

/** The limits for all other calls, such as loading the builds or reading the backend. */
const OTHER_LIMITS = { time: 60_000, size: 200_000_000 };

/** The module that the rendering processes run. */
const CHILD = fileURLToPath(new URL('renderChild.ts', import.meta.url));

/** How many pages may be lost because their process ended or timed out, before the build is considered broken. */
const LOST_PAGES = 10;

/** How many processes an app gets at most. Each takes up to 200 MB. */
const PROCESSES = Math.min(8, availableParallelism());

/**
 * Another process is started when the processes of the app have rendered this many pages each, and more are waiting.
 * For fewer pages, another process would save no time.
 */
const PAGES_EACH = 20;

/**
 * A kept process is replaced after this many calls, since its memory grows: from 130 MB after a few pages to 230 MB
 * after 6 000 pages with sanitised HTML.
 */
const CALLS = 1000;

/** Renders the pages of one app in processes of its own. */
export interface Renderer {
  /**
   * Reads the data of the app's pages from the backend, before the app prepares it.
   *
   * @throws Error if the process ends or times out twice, or gives an invalid answer
   */
  list(): Promise<Listing>;
  /**
   * @throws Error that names the page and why it cannot be rendered, such as a process that ended or timed out twice
   */
  renderPage(job: PageJob): Promise<PageDocument>;
  /** The files at the site's root, by name. */
  renderSiteFiles(pages: ListedPage[]): Promise<Record<string, string>>;
}

/** The renderers of a set of builds. */
export interface Renderers {
  /**
   * @throws Error if the app is not in the set
   * @throws DamagedBuildError if the app's build or the shell's could not be loaded
   */
  of(app: string): Renderer;
  /** Ends all but one process of each app, and resets the counts of lost pages. Called between two releases. */
  reset: () => void;
  close: () => void;
}

/**
 * Renders the pages of each app in processes of its own. A bundle that fails does not affect other apps' pages, and a
 * bundle's environment contains no secrets of the operator. The first call starts a process. More processes are
 * started, up to one for each core, while many pages are waiting. Answers are validated here, since a bundle can send
 * anything.
 *
 * @param backendUrl the backend that the apps' sources read
 */
export function openRenderers(set: LoadedArtifact[], backendUrl: string | undefined): Renderers {
  const shell = set.find(({ artifact }) => !artifact.remote);
  if (!shell) throw new Error('There is no shell to render with.');
  const opened = new Map<string, ReturnType<typeof openRenderer>>();
  return {
    of(name) {
      const app = set.find(({ artifact }) => artifact.app === name);
      if (!app) throw new Error(`${name} is not in this release.`);
      const damage = app.damage ?? shell.damage;
      if (damage) throw damage;
      const one = opened.get(name) ?? openRenderer({ shell, app }, backendUrl);
      opened.set(name, one);
      return one;
    },
    reset: () => opened.forEach(({ reset }) => reset()),
    close: () => opened.forEach(({ close }) => close()),
  };
}

interface RenderingProcess {
  /** Absent until the first call, and after a failure. */
  child: OpenChild | undefined;
  /** How many calls the process has received. */
  calls: number;
}

function openRenderer(
  apps: { shell: LoadedArtifact; app: LoadedArtifact },
  backendUrl: string | undefined,
): Renderer & Pick<Renderers, 'reset' | 'close'> {
  const { app } = apps.app.artifact;
  const first: RenderingProcess = { child: undefined, calls: 0 };
  const processes = [first];
  const idle = [first];
  /** The pages that wait for an idle process, oldest first. */
  const waiting: ((process: RenderingProcess) => void)[] = [];
  let isClosed = false;
  let hasRendered = false;
  let lostPages = 0;
  let pagesDone = 0;

  /** @throws CallError if the call fails in the process; after any other error, the next call starts a new process */
  async function ask(
    to: RenderingProcess,
    method: keyof Renderer,
    given: unknown[],
    limits = OTHER_LIMITS,
  ): Promise<unknown> {
    if (isClosed) throw new Error('Rendering has been closed.');
    // The process may have ended while it was idle.
    if (to.child?.hasEnded()) to.child = undefined;
    to.calls += 1;
    const asked = (to.child ??= startChild(apps, backendUrl));
    try {
      return await asked.ask({ method, given } satisfies RendererCall, limits);
    } catch (error) {
      if (error instanceof CallError) throw error;
      asked.close();
      if (to.child === asked) to.child = undefined;
      throw error;
    }
  }

  /** Repeats the call once if the process ends or times out. */
  function askTwice(
    to: RenderingProcess,
    method: keyof Renderer,
    given: unknown[],
    limits = OTHER_LIMITS,
  ): Promise<unknown> {
    return ask(to, method, given, limits).catch((error: unknown) => {
      if (error instanceof CallError) throw error;
      return ask(to, method, given, limits);
    });
  }

  /** Renders a page in the next idle process. */
  async function withProcess<Result>(work: (process: RenderingProcess) => Promise<Result>): Promise<Result> {
    const taken = idle.pop() ?? (await nextIdle());
    try {
      return await work(taken);
    } finally {
      pagesDone += 1;
      const needsMore = waiting.length > 0 && pagesDone >= PAGES_EACH * processes.length;
      if (needsMore && processes.length < PROCESSES) {
        const another: RenderingProcess = { child: undefined, calls: 0 };
        processes.push(another);
        waiting.shift()?.(another);
      }
      const next = waiting.shift();
      if (next) next(taken);
      else idle.push(taken);
    }
  }

  function nextIdle(): Promise<RenderingProcess> {
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  }

  return {
    async list() {
      const answer = await askTwice(first, 'list', []);
      return validate(listing(backendUrl), answer, `${app} cannot list its pages`);
    },
    async renderPage(job) {
      const what = `${job.path} of ${app} cannot be rendered`;
      if (!hasRendered && lostPages >= LOST_PAGES)
        throw new Error(`${what}: all ${LOST_PAGES} pages before this one failed.`);
      const answer = await withProcess((process) =>
        askTwice(process, 'renderPage', [job], PAGE_LIMITS).catch((error: unknown) => {
          if (error instanceof CallError) throw error;
          lostPages += 1;
          throw new Error(`${what}: ${messageOf(error)}`);
        }),
      );
      const document = validate(pageDocument, answer, what);
      hasRendered ||= job.data !== undefined;
      return document;
    },
    async renderSiteFiles(pages) {
      const answer = await askTwice(first, 'renderSiteFiles', [pages]);
      return validate(siteFiles, answer, `The files at the site's root cannot be made by ${app}`);
    },
    reset() {
      for (const { child } of processes.splice(1)) child?.close();
      if (first.calls >= CALLS) {
        first.child?.close();
        Object.assign(first, { child: undefined, calls: 0 });
      }
      idle.splice(0, idle.length, first);
      hasRendered = false;
      lostPages = 0;
      pagesDone = 0;
    },
    close() {
      isClosed = true;
      for (const { child } of processes) child?.close();
    },
  };
}

/** Starts a process that loads the builds. Later calls wait until the builds are loaded, and fail if loading fails. */
function startChild(apps: { shell: LoadedArtifact; app: LoadedArtifact }, backendUrl?: string): OpenChild {
  const child = openChild({ path: CHILD, work: 'Rendering' });
  child.ask({ apps, backendUrl } satisfies RendererCall, OTHER_LIMITS).catch(() => undefined);
  return child;
}

const listing = (backendUrl = '') => {
  const answers = v.record(
    v.pipe(
      v.string(),
      v.check((url) => isBelow(backendUrl, url), 'is not an address of the backend'),
    ),
    sha256Hex,
  );
  const entries = v.array(v.tuple([v.string(), v.pipe(v.string(), v.check(isJson, 'is not JSON'))]));
  const failure = v.object({ message: v.string(), status: v.exactOptional(v.number()) });
  return v.union([
    v.object({ answers, failure }),
    v.object({ answers, routes: v.array(v.object({ route: address, entries })) }),
  ]);
};

const pageDocument = v.object({
  html: v.string(),
  listed: v.boolean(),
  modified: v.exactOptional(
    v.pipe(
      modified,
      v.check((time) => !Number.isNaN(Date.parse(time)), 'is not a time'),
    ),
  ),
  pictures: v.exactOptional(pictures),
});

const siteFiles = v.record(fileName, v.string());

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @throws Error that describes the problem if the answer is invalid */
function validate<Output>(schema: v.GenericSchema<unknown, Output>, answer: unknown, what: string): Output {
  const { success, output, issues } = v.safeParse(schema, answer, { abortEarly: true });
  if (success) return output;
  throw new Error(`${what}: in its answer, ${describeIssue(issues[0])}.`);
}
