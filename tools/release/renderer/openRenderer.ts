import { fileURLToPath } from 'node:url';
import { CallError, openChild } from '../process/openChild';
import type { Renderer } from './createRenderer';
import type { LoadedArtifact } from '../../store/readArtifact';
import { BackendError } from './readBackend';
import type { RendererCall } from './renderChild';

/** How long one answer may take: a page, or a whole reading of the backend. Milliseconds. */
const ANSWER_LIMIT = 60_000;

/** A renderer in a process of its own, which lives until it is closed. */
export interface OpenRenderer extends Renderer {
  close: () => void;
}

/**
 * Renders in a process of its own.
 *
 * @param limit how long each call may take, milliseconds
 * @returns what throws for a call: what the renderer throws, and an Error if the process ends or the call takes longer
 *   than the limit
 */
export function openRenderer(apps: LoadedArtifact[], limit = ANSWER_LIMIT): OpenRenderer {
  const child = openChild(fileURLToPath(new URL('renderChild.ts', import.meta.url)), 'Rendering', limit);
  let isAsked = false;
  const call =
    (method: keyof Renderer) =>
    (...given: unknown[]): Promise<unknown> => {
      const message: RendererCall = { method, given, ...(!isAsked && { apps }) };
      isAsked = true;
      return child.ask(message).catch((error: unknown) => {
        if (error instanceof CallError && error.name === 'BackendError')
          throw new BackendError(error.message);
        throw error;
      });
    };
  return {
    read: call('read') as Renderer['read'],
    renderPage: call('renderPage') as Renderer['renderPage'],
    renderSiteFiles: call('renderSiteFiles') as Renderer['renderSiteFiles'],
    close: child.close,
  };
}
