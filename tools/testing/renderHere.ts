import { jest } from '@jest/globals';
import { createRenderer } from '../release/renderer/createRenderer';
import { listSources } from '../release/renderer/listSources';
import type { openRenderers } from '../release/renderer/openRenderers';

// Tests that import this first render pages in their own process. It is for tests that need a site, but not the
// rendering process, which takes longer to start than they run.
/** Called when a deployment has finished rendering. */
export const close = jest.fn();

jest.doMock('../release/renderer/openRenderers', () => ({ openRenderers: openHere }));

const openHere: typeof openRenderers = (set, backendUrl = '') => {
  const renderers = new Map<string, ReturnType<typeof createRenderer>>();
  const rendererOf = (name: string) => {
    const [shell, app] = ['shell', name].map((one) => set.find(({ artifact }) => artifact.app === one));
    if (!shell || !app) throw new Error(`${name} is not in this release.`);
    if (app.damage) throw app.damage;
    const renderer = renderers.get(name) ?? createRenderer(shell, app);
    renderers.set(name, renderer);
    return renderer;
  };
  return {
    of: (name) => ({
      list: async () => crossing(await listSources(rendererOf(name), backendUrl)),
      renderPage: async (job) => crossing(await rendererOf(name).renderPage(crossing(job))),
      renderSiteFiles: async (pages) => crossing(await rendererOf(name).renderSiteFiles(crossing(pages))),
    }),
    reset: () => undefined,
    close,
  };
};

/** Copies values as if they were sent to another process. */
function crossing<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
