import { fileURLToPath } from 'node:url';
import type { ReadBackend } from '@site/shared/remote';
import { CallError } from '../../apart/answerCalls';
import { openChild } from '../../apart/openChild';
import type { LoadedArtifact } from '../../store/readArtifact';
import { BackendError } from '../BackendError';
import type { Renderer } from './createRenderer';
import type { RendererCall } from './renderChild';

/** How long one answer may take: a page, or a whole reading of the backend. Milliseconds. */
const ANSWER_LIMIT = 60_000;

/** The renderers of a set of builds. */
export interface Renderers {
  /** @throws Error if the app is none of the set */
  of(app: string): Renderer;
  close: () => void;
}

/**
 * Renders the pages of each app in a process of its own, which may read nothing but packages: a bundle sees neither
 * another app's pages nor what the deployer may do. A process is started by the first call.
 *
 * @param read asks the backend for what the apps' sources read
 * @returns renderers that throw for a call what the renderer throws, and an Error if the process ends or the call
 *   takes longer than the limit
 */
export function openRenderers(set: LoadedArtifact[], read: ReadBackend): Renderers {
  const shell = set.find(({ artifact }) => !artifact.remote);
  if (!shell) throw new Error('There is no shell to render with.');
  const opened = new Map<string, { renderer: Renderer; close: () => void }>();
  return {
    of(name) {
      const app = set.find(({ artifact }) => artifact.app === name);
      if (!app) throw new Error(`${name} is not in this release.`);
      const one = opened.get(name) ?? openRenderer(shell, app, read);
      opened.set(name, one);
      return one.renderer;
    },
    close: () => [...opened.values()].forEach(({ close }) => close()),
  };
}

function openRenderer(shell: LoadedArtifact, app: LoadedArtifact, read: ReadBackend) {
  const path = fileURLToPath(new URL('renderChild.ts', import.meta.url));
  const answer = (question: unknown) => read(...readingOf(question));
  const child = openChild({ path, work: 'Rendering', limit: ANSWER_LIMIT, isConfined: true, answer });
  let isAsked = false;
  const call =
    (method: keyof Renderer) =>
    (...given: unknown[]): Promise<unknown> => {
      const message: RendererCall = { method, given, ...(!isAsked && { apps: { shell, app } }) };
      isAsked = true;
      return child.ask(message).catch((error: unknown) => {
        if (error instanceof CallError && error.name === 'BackendError')
          throw new BackendError(error.message);
        throw error;
      });
    };
  const renderer = {
    list: call('list') as Renderer['list'],
    renderPage: call('renderPage') as Renderer['renderPage'],
    renderSiteFiles: call('renderSiteFiles') as Renderer['renderSiteFiles'],
  };
  return { renderer, close: child.close };
}

/** Checks what a bundle asks to read: it may ask for anything. */
function readingOf(question: unknown): Parameters<ReadBackend> {
  const { path, query } = question as { path: unknown; query: unknown };
  if (typeof path !== 'string' || !path.startsWith('/') || typeof query !== 'object' || query === null)
    throw new Error(`${String(path)} cannot be read: name a path below the API, and a query.`);
  return [path, query as Record<string, string | number>];
}
