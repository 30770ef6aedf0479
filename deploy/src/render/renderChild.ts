import { messageOf } from '@site/backend/messageOf';
import { createRenderer } from './createRenderer';
import type { Renderer } from './createRenderer';
import type { RenderableApp } from './loadBundles';

/** What the process is asked: a call of the renderer of these apps, which are sent with the first call. */
export interface ChildCall {
  apps?: RenderableApp[];
  method: keyof Renderer;
  given: unknown[];
}

/** What it answers. */
export type ChildAnswer = { result: unknown } | { failure: string; ofBackend: boolean };

let renderer: Renderer | undefined;

/** The process that runs the apps' server bundles: answers one call after the other. */
process.on('message', (call: ChildCall) => void answer(call));

async function answer({ apps, method, given }: ChildCall): Promise<void> {
  const send = (message: ChildAnswer) => process.send?.(message);
  try {
    renderer ??= createRenderer(apps ?? []);
    const calls = renderer as Record<keyof Renderer, (...values: unknown[]) => Promise<unknown>>;
    send({ result: await calls[method](...given) });
  } catch (error) {
    const failure = messageOf(error);
    send({ failure, ofBackend: error instanceof Error && error.name === 'BackendError' });
  }
}
