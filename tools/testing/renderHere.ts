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
      const [shell, app] = ['shell', name].map((one) => set.find(({ artifact }) => artifact.app === one));
      if (!shell || !app) throw new Error(`${name} is not in this release.`);
      // What is given and answered crosses to another process otherwise.
      const crossing =
        (method: keyof Renderer) =>
        async (...given: unknown[]): Promise<unknown> => {
          const renderer = renderers.get(name) ?? createRenderer(shell, app, read);
          renderers.set(name, renderer);
          const calls = renderer as Record<keyof Renderer, (...values: unknown[]) => Promise<unknown>>;
          return structuredClone(await calls[method](...structuredClone(given)));
        };
      const methods = ['list', 'renderPage', 'renderSiteFiles'] as const;
      return Object.fromEntries(methods.map((one) => [one, crossing(one)])) as unknown as Renderer;
    },
    close,
  };
};
