import type { ReadBackend } from '@site/shared/remote';
import { answerCalls, type Ask } from '../../apart/answerCalls';
import type { LoadedArtifact } from '../../store/readArtifact';
import { createRenderer, type Renderer } from './createRenderer';

/** A call of the renderer of an app, which is sent with the first one. */
export interface RendererCall {
  apps?: { shell: LoadedArtifact; app: LoadedArtifact };
  method: keyof Renderer;
  given: unknown[];
}

let builds: RendererCall['apps'];
let renderer: Renderer | undefined;

// A signal opens the debugger of any other Node process of the same user, and with it all that it knows.
for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd']) Reflect.deleteProperty(process, name);

/** The process that runs the server bundle of one app. It asks this project's own process to read the backend. */
answerCalls(async (call, ask) => {
  const { apps, method, given } = call as RendererCall;
  builds ??= apps;
  if (!builds) throw new Error('There is nothing to render with.');
  renderer ??= createRenderer(builds.shell, builds.app, reader(ask));
  const calls = renderer as Record<keyof Renderer, (...values: unknown[]) => Promise<unknown>>;
  return calls[method](...given);
});

function reader(ask: Ask): ReadBackend {
  return async (path, query) => (await ask({ path, query })) as Record<string, unknown>;
}
