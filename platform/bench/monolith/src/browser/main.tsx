import '@site/shared/ui/tokens.css';
import '../../../../../shell/src/base.css';
import { hydrateRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';
import { reportUncaughtErrors } from '../../../../../shell/src/browser/reportUncaughtErrors';
import { readPage } from '../../../../../shell/src/readPage';
import { createLiveRelease } from '../../../../../shell/src/browser/remotes/createLiveRelease';
import { preloadPages } from '../../../../../shell/src/browser/remotes/preloadPages';
import { showLoadFailure } from '../../../../../shell/src/browser/showLoadFailure';
import { resolvePages } from '../../../../../shell/src/resolvePages';
import { shellRoutes } from '../../../../../shell/src/routes';
import { routes } from '../routes';

/** The monolith's entry. It does the same work as the shell's entry, but all routes are in its own bundle. */
async function start(root: HTMLElement): Promise<void> {
  const { manifest, data } = readPage(document);
  const live = createLiveRelease();
  reportUncaughtErrors(manifest, live);
  // Like the shell's entry, waits for the scripts that follow this one in the page.
  await new Promise((done) => document.addEventListener('DOMContentLoaded', done));
  const current = await resolvePages(routes, location.pathname);
  const others = routes.filter(({ id }) => current.every((page) => page.id !== id));
  const router = createBrowserRouter(shellRoutes([...current, ...others]), {
    hydrationData: { loaderData: { [current.at(-1)?.id ?? '']: data } },
  });
  hydrateRoot(root, <RouterProvider router={router} />);
  preloadPages(live, () => Promise.resolve(routes));
}

const root = document.getElementById('root');
if (root) start(root).catch(() => showLoadFailure());
