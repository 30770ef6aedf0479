import { jest } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { setTimeout as wait } from 'node:timers/promises';

/** What React and the router look for in a browser. */
const GLOBALS = [
  ...(['document', 'location', 'history', 'navigator', 'Node', 'Element', 'HTMLElement'] as const),
  ...([
    'addEventListener',
    'removeEventListener',
    'scrollTo',
    'requestAnimationFrame',
    'cancelAnimationFrame',
  ] as const),
];

interface Hydrated {
  page: Document;
  /** What React had to mend; empty if the first render was the page that was there. */
  mended: unknown[];
  close: () => Promise<void>;
}

/**
 * Opens a prerendered document in a browser's place and hydrates it the way the shell does, with modules that have
 * never seen the deployment. In Node's own environment only.
 *
 * @param address the path that the document is answered for
 */
export async function hydrate(html: string, address: string): Promise<Hydrated> {
  const { window } = new JSDOM(html, { url: `http://localhost${address}`, pretendToBeVisual: true });
  window.scrollTo = () => undefined;
  for (const name of GLOBALS) {
    const value: unknown = window[name];
    const bound: unknown = /^[a-z]/.test(name) && typeof value === 'function' ? value.bind(window) : value;
    Object.defineProperty(globalThis, name, { value: bound, configurable: true });
  }
  Object.assign(globalThis, { window });

  // React and the sanitiser look for a browser when they are loaded.
  jest.resetModules();
  const { createElement } = await import('react');
  const { hydrateRoot } = await import('react-dom/client');
  const { RouterProvider } = await import('react-router-dom');
  const { createSiteRouter } = await import('@site/shell/createSiteRouter');
  const { readPage } = await import('@site/shell/readPage');
  const { routes } = await import('../routes');

  const router = await createSiteRouter({
    known: routes,
    ...readPage(window.document),
    resolveRemote: () => Promise.resolve(undefined),
    isOutdated: () => Promise.resolve(false),
    loadRoutes: () => Promise.resolve(routes),
    limit: 1000,
    leaveTo: () => undefined,
  });
  const root = window.document.getElementById('root');
  if (!root) throw new Error('The document has no root.');
  const mended: unknown[] = [];
  const reactRoot = hydrateRoot(root, createElement(RouterProvider, { router }), {
    onRecoverableError: (error) => mended.push(error),
  });
  const close = async () => {
    reactRoot.unmount();
    // React looks at the window once more.
    await wait(20);
    window.close();
    for (const name of [...GLOBALS, 'window']) Reflect.deleteProperty(globalThis, name);
  };
  return { page: window.document, mended, close };
}
