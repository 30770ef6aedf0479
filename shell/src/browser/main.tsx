import '@site/shared/ui/tokens.css';
import '../base.css';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { fadeBetweenPages } from './fadeBetweenPages';
import { loadField, type Failure, type Tab } from './field/loadField';
import { readPage, UNREADY_ID } from '../readPage';
import { reloadIfOutdated } from './reloadIfOutdated';
import { showAppBoundaries } from './showAppBoundaries';
import { createLiveRelease } from './remotes/createLiveRelease';
import { createSiteRouter } from './remotes/createSiteRouter';
import { createRouteFinder } from './remotes/createRouteFinder';
import { createRouteLoader } from './remotes/createRouteLoader';
import { preloadPages, whenIdle } from './remotes/preloadPages';
import { showLoadFailure } from './showLoadFailure';
import { tolerateMovedNodes } from './tolerateMovedNodes';
import { withTimeLimit } from './remotes/withTimeLimit';

/**
 * The time limit for loading the first page's code, in milliseconds. If the limit is exceeded, an outdated page is reloaded
 * (see `reloadIfOutdated`). On any other page, the parts that wait for data show a failure notice.
 */
const HYDRATION_LIMIT = 10_000;

/**
 * The time limit for loading code during a navigation, in milliseconds. If the limit is exceeded, the navigation becomes a
 * full page load.
 */
const MOVE_LIMIT = 5_000;

const failures: Failure[] = [];
const live = createLiveRelease();
const tab: Tab = { live, failures };
const reportLater = () => whenIdle(() => void loadField(tab).catch(() => undefined));

async function prepare() {
  const { manifest, data } = readPage(document);
  tab.manifest = manifest;
  const loadRoutes = createRouteLoader(HYDRATION_LIMIT);
  // The remote's scripts are deferred, so each of them has run or failed by `DOMContentLoaded`. The code below loads failed
  // scripts again.
  await new Promise((done) => document.addEventListener('DOMContentLoaded', done));
  // The 404 page belongs to the shell, so its manifest names no remote, even if a remote owns the address.
  const known = manifest.remote ? await loadRoutes(manifest.remote) : [];
  const findRoutes = createRouteFinder(manifest, known, live, loadRoutes);
  const fade = fadeBetweenPages();
  const router = await createSiteRouter({
    known,
    data,
    findRoutes,
    isOutdated: live.isOutdated,
    limit: MOVE_LIMIT,
    leaveTo(address, error) {
      failures.push([error, 'chunk']);
      // If the visitor has gone back or forward, the browser's URL is already `address`. If `address` also has a hash,
      // `assign` would scroll instead of loading the page again.
      if (location.origin + address === location.href) location.reload();
      else location.assign(address);
    },
  });
  tab.router = router;
  const afterHydration = () => {
    preloadPages(live, findRoutes);
    reportLater();
    void showAppBoundaries({ manifest, live, router });
  };
  return { router: fade(router), afterHydration };
}

function Site({ router, afterHydration }: Awaited<ReturnType<typeof prepare>>) {
  useEffect(afterHydration, [afterHydration]);
  return <RouterProvider router={router} />;
}

const root = document.getElementById('root');
if (root) {
  addEventListener('error', ({ error }) => failures.push([error]));
  addEventListener('unhandledrejection', ({ reason }) => failures.push([reason]));
  tolerateMovedNodes();
  withTimeLimit(prepare(), HYDRATION_LIMIT)
    .then(({ router, afterHydration }) => {
      // With `startTransition`, React hydrates in slices, so the visitor can scroll and type during hydration.
      startTransition(() => {
        hydrateRoot(root, <Site router={router} afterHydration={afterHydration} />, {
          onCaughtError(error) {
            console.error(error);
            failures.push([error, 'render']);
          },
        });
      });
    })
    .catch(async (error: unknown) => {
      if (await reloadIfOutdated(live, () => location.reload())) return;
      console.warn('This page stays as it was delivered: its code could not be loaded.', error);
      showLoadFailure();
      failures.push([error, 'hydration']);
      reportLater();
    })
    .finally(() => document.getElementById(UNREADY_ID)?.remove());
}
