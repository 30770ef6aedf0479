import { jest } from '@jest/globals';
import { createRenderer, type Renderer } from '../release/renderer/createRenderer';
import type { openRenderers } from '../release/renderer/openRenderers';

// A test that imports this before all else renders its pages in its own process: for those that need a site, but
// not the process, which takes longer to start than they take.
/** Called when a deployment has no more to render. */
export const close = jest.fn();

jest.doMock('../release/renderer/openRenderers', () => ({ openRenderers: openHere }));

const openHere: typeof openRenderers = (set, read) => {
  const renderers = new Map<string, Renderer>();
  return {
    of(name) {
      const [shell, app] = [
        set.find(({ artifact }) => !artifact.remote),
        set.find(({ artifact }) => artifact.app === name),
      ];
      if (!shell || !app) throw new Error(`${name} is not in this release.`);
      // What is given and answered crosses to another process otherwise.
      const open = () => {
        const renderer = renderers.get(name) ?? createRenderer(shell, app, read);
        renderers.set(name, renderer);
        return renderer;
      };
      const crossing =
        <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
        async (...given: Given): Promise<Answer> =>
          structuredClone(await ask(...structuredClone(given)));
      return {
        list: crossing(async () => open().list()),
        renderPage: crossing(async (job) => open().renderPage(job)),
        renderSiteFiles: crossing(async (pages) => open().renderSiteFiles(pages)),
      };
    },
    close,
  };
};
