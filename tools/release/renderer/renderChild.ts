import { answerCalls } from '../process/answerCalls';
import { createRenderer, type Renderer } from './createRenderer';
import type { LoadedArtifact } from '../../store/readArtifact';

/** A call of the renderer of these apps, which are sent with the first call. */
export interface RendererCall {
  apps?: LoadedArtifact[];
  method: keyof Renderer;
  given: unknown[];
}

let renderer: Renderer | undefined;

/** The process that runs the apps' server bundles. */
answerCalls(async (call) => {
  const { apps, method, given } = call as RendererCall;
  renderer ??= createRenderer(apps ?? []);
  const calls = renderer as Record<keyof Renderer, (...values: unknown[]) => Promise<unknown>>;
  return calls[method](...given);
});
