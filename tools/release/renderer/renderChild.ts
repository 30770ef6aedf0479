import { answerCalls } from '../../apart/answerCalls';
import type { LoadedArtifact } from '../../store/readArtifact';
import { createRenderer } from './createRenderer';
import { listSources } from './listSources';
import type { Renderer } from './openRenderers';

/** What the process that runs the server bundle of one app is asked: first to load it, then the renderer's calls. */
export type RendererCall =
  | { apps: { shell: LoadedArtifact; app: LoadedArtifact }; backendUrl: string | undefined }
  | { method: keyof Renderer; given: unknown[] };

let opened: (() => Renderer) | undefined;

answerCalls(async (said) => {
  const call = said as RendererCall;
  if ('apps' in call) {
    opened = open(call);
    return undefined;
  }
  if (!opened) throw new Error('There is nothing to render with.');
  const calls = opened() as Record<keyof Renderer, (...values: unknown[]) => Promise<unknown>>;
  return calls[call.method](...call.given);
});

/** @returns gives the renderer, or throws for each call why there is none */
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
