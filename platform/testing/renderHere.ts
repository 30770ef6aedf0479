import { jest } from '@jest/globals';
import { createRenderer } from '../render/createRenderer';
import { listSources } from '../render/listSources';
import type { openRenderers } from '../render/openRenderers';

export const close = jest.fn();

/**
 * Renders pages in the tests' own process, because a separate rendering process is slow to start. Import this module before
 * all other modules, but never in a test of the rendering process itself.
 */
jest.doMock('../render/openRenderers', () => ({ openRenderers: openHere }));

const openHere: typeof openRenderers = (apps, load, backendUrl = '') => {
  const renderers = new Map<string, ReturnType<typeof createRenderer>>();
  const loadRenderer = async (name: string) => {
    if (!apps.some(({ app }) => app === name)) throw new Error(`${name} is not in this release.`);
    const [shell, app] = await Promise.all([load('shell'), load(name)]);
    const renderer = renderers.get(name) ?? createRenderer(shell, app);
    renderers.set(name, renderer);
    return renderer;
  };
  return {
    of: (name) => ({
      list: async () => copyAsJson(await listSources(await loadRenderer(name), backendUrl)),
      renderPage: async (job) => copyAsJson(await (await loadRenderer(name)).renderPage(copyAsJson(job))),
      renderSiteFiles: async (pages) =>
        copyAsJson(await (await loadRenderer(name)).renderSiteFiles(copyAsJson(pages))),
      makesFiles: async () => (await loadRenderer(name)).makesFiles(),
      makeFiles: async (listed) => copyAsJson(await (await loadRenderer(name)).makeFiles(copyAsJson(listed))),
    }),
    reset: () => undefined,
    close,
  };
};

/** Copies a value as if it were sent to another process. */
function copyAsJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
