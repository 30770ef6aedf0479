import { answerCalls } from '../apart/answerCalls';
import type { LoadedArtifact } from '../store/readArtifact';
import { createRenderer } from './createRenderer';
import { listSources } from './listSources';
import type { Renderer } from './openRenderers';

/**
 * A call to the process that runs an app's server bundle. The first call loads the bundle; later calls are passed to
 * the bundle's renderer.
 */
export type RendererCall =
  | { apps: { shell: LoadedArtifact; app: LoadedArtifact }; backendUrl: string | undefined }
  | { method: keyof Renderer; given: unknown[] };

let opened: (() => Renderer) | undefined;

answerCalls(async (received) => {
  const call = received as RendererCall;
  if ('apps' in call) {
    opened = open(call);
    return undefined;
  }
  if (!opened) throw new Error('No builds have been loaded.');
  const calls = opened() as Record<keyof Renderer, (...values: unknown[]) => Promise<unknown>>;
  return calls[call.method](...call.given);
});

/** @returns a function that returns the renderer or, if loading it failed, throws the error */
function open({ apps, backendUrl = '' }: Extract<RendererCall, { apps: unknown }>): () => Renderer {
  try {
    const { warmUp, list, ...calls } = createRenderer(apps.shell, apps.app);
    warmUp();
    return () => ({ ...calls, list: () => listSources({ list }, backendUrl) });
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
