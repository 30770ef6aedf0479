import { afterEach, expect, jest } from '@jest/globals';
import * as jsdom from 'jsdom';
import { setTimeout as wait } from 'node:timers/promises';
import { answering } from './answering';
import type * as deployment from './prerender';

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

/** As a deployment does it, with modules that have never seen a browser. */
export async function prerender(
  ...page: Parameters<typeof deployment.prerender>
): ReturnType<typeof deployment.prerender> {
  jest.resetModules();
  // The browser that a deployment sanitises with is no module of the site, and long to load.
  jest.doMock('jsdom', () => jsdom);
  return (await import('./prerender')).prerender(...page);
}

interface Hydrated {
  page: Document;
  /** Asks the backend. */
  get: jest.Mock<ReturnType<typeof answering>>;
  /** Waits, but not for ever, until the page shows something. */
  until: (isShown: () => boolean) => Promise<void>;
  /** Waits until the page has asked the backend and done what it does then. */
  untilRead: () => Promise<void>;
}

/** Closes the page that is open. */
let close: (() => Promise<void>) | undefined;
/** What React had to mend, whose development build checks every page against what is rendered first. */
const mended: unknown[] = [];
afterEach(async () => {
  await close?.();
  close = undefined;
  expect(mended.splice(0)).toEqual([]);
});

/**
 * Opens a prerendered document in a browser's place and hydrates it the way the shell does, with modules that have
 * never seen the deployment. If what is rendered first is not the page that was there, the test fails. In Node's own
 * environment only.
 *
 * @param address the path that the document is answered for
 * @param records what the backend has by now
 */
export async function hydrate(html: string, address: string, records: unknown[] = []): Promise<Hydrated> {
  const { window } = new jsdom.JSDOM(html, { url: `http://localhost${address}`, pretendToBeVisual: true });
  window.scrollTo = () => undefined;
  for (const name of GLOBALS) {
    const value: unknown = window[name];
    const bound: unknown = /^[a-z]/.test(name) && typeof value === 'function' ? value.bind(window) : value;
    Object.defineProperty(globalThis, name, { value: bound, configurable: true });
  }
  Object.assign(globalThis, { window });

  // React and the sanitiser look for a browser when they are loaded.
  jest.resetModules();
  const get = jest.fn(answering(records));
  jest.doMock('@site/shared/api/client', () => ({ get }));
  const { createElement } = await import('react');
  const { hydrateRoot } = await import('react-dom/client');
  const { RouterProvider } = await import('react-router-dom');
  const { createSiteRouter } = await import('@site/shell/createSiteRouter');
  const { readPage } = await import('@site/shell/readPage');
  const { routes } = await import('../routes');

  const router = await createSiteRouter({
    known: routes,
    ...readPage(window.document),
    findRoutes: () => Promise.resolve([]),
    isOutdated: () => Promise.resolve(false),
    limit: 1000,
    leaveTo: () => undefined,
  });
  const root = window.document.getElementById('root');
  if (!root) throw new Error('The document has no root.');
  const reactRoot = hydrateRoot(root, createElement(RouterProvider, { router }), {
    onRecoverableError: (error) => mended.push(error),
  });
  async function until(isShown: () => boolean): Promise<void> {
    for (let tries = 0; !isShown() && tries < 250; tries += 1) await wait(20);
    expect(isShown()).toBe(true);
  }
  async function untilRead(): Promise<void> {
    await until(() => get.mock.calls.length > 0);
    await wait(100);
  }
  close = async () => {
    reactRoot.unmount();
    // React looks at the window once more.
    await wait(20);
    window.close();
    for (const name of [...GLOBALS, 'window']) Reflect.deleteProperty(globalThis, name);
  };
  return { page: window.document, get, until, untilRead };
}
