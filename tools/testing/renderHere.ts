import { jest } from '@jest/globals';
import type { ListedPage } from '@site/shell/render';
import { createRenderer, type PageJob, type Renderer } from '../release/renderer/createRenderer';
import type { openRenderer } from '../release/renderer/openRenderer';

// A test that imports this before all else renders its pages in its own process: for those that need a site, but
// not the process, which takes longer to start than they take.
jest.doMock('../release/renderer/openRenderer', () => ({ openRenderer: openHere }));

const openHere: typeof openRenderer = (apps) => {
  let renderer: Renderer | undefined;
  // What is given and answered crosses to another process otherwise.
  const call =
    <Given extends unknown[], Answer>(ask: (renderer: Renderer, ...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      renderer ??= createRenderer(apps);
      return structuredClone(await ask(renderer, ...structuredClone(given)));
    };
  return {
    read: call((one, names: string[], backendUrl: string) => one.read(names, backendUrl)),
    renderPage: call((one, job: PageJob) => one.renderPage(job)),
    renderSiteFiles: call((one, pages: ListedPage[]) => one.renderSiteFiles(pages)),
    close: () => undefined,
  };
};
