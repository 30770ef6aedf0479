import { jest } from '@jest/globals';
import { createRenderer } from '../release/renderer/createRenderer';
import { listSources } from '../release/renderer/listSources';
import type { openRenderers } from '../release/renderer/openRenderers';

// A test that imports this before all else renders its pages in its own process: for those that need a site, but
// not the process, which takes longer to start than they take.
/** Called when a deployment has no more to render. */
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
    rest: () => undefined,
    close,
  };
};

/** What is given and answered crosses to another process otherwise. */
function crossing<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
