import { errorMessage } from '@site/shared/node/errorMessage';
import { createRenderer } from './createRenderer';
import type { RenderedApp } from './forkRenderer';
import { listSources, type Listing } from './listSources';

export interface ChildRenderer extends Omit<ReturnType<typeof createRenderer>, 'list'> {
  list(): Promise<Listing>;
}

/** The first call contains the builds to load. Each later call names a method of the renderer for those builds. */
export type ChildCall = RenderedApp | { method: keyof ChildRenderer; given: unknown[] };

export type ChildAnswer<Result> = { result: Result } | { failure: string };

let renderer: ChildRenderer | undefined;

process.on('message', (call: ChildCall) => {
  void answer(call).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());

async function answer(call: ChildCall): Promise<ChildAnswer<unknown>> {
  try {
    if ('app' in call) return { result: load(call) };
    const calls = renderer as Record<keyof ChildRenderer, (...given: unknown[]) => Promise<unknown>>;
    return { result: await calls[call.method](...call.given) };
  } catch (error) {
    return { failure: errorMessage(error) };
  }
}

function load({ shell, app, backendUrl = '' }: RenderedApp): void {
  const { list, ...calls } = createRenderer(shell, app);
  renderer = { ...calls, list: () => listSources({ list }, backendUrl) };
}
