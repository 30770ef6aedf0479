import '@site/shared/ui/tokens.css';
import './base.css';
import { startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { nameFailures } from './nameFailures';
import { reloadIfOutdated } from './reloadIfOutdated';
import { showBoundaries } from './showBoundaries';
import { createSiteRouter } from './remotes/createSiteRouter';
import { createLoadRoutes } from './remotes/loadRoutes';
import { ownerOf } from './remotes/ownerOf';
import { preloadPages } from './remotes/preloadPages';
import { readReleaseBlock } from './remotes/readReleaseBlock';
import { replaceWaiting } from './remotes/replaceWaiting';
import { withTimeLimit } from './remotes/withTimeLimit';
import { showPreviewBanner } from './showPreviewBanner';

/** How long the code of the page that is there may take before its waiting parts say so. Milliseconds. */
const HYDRATION_LIMIT = 10_000;

/** How long a move to another page may wait for code before it becomes a full page load. Milliseconds. */
const MOVE_LIMIT = 5_000;

/** Everything that hydration needs, so that the first render is the page that is there. */
async function prepare(root: HTMLElement) {
  const release = readReleaseBlock(document);
  nameFailures(release);
  showPreviewBanner(document, release.id);
  const { remotes } = release;
  const loadRoutes = createLoadRoutes(remotes, HYDRATION_LIMIT);
  // The 404 page is the shell's own, whoever owns the address.
  const remote = root.dataset.status === '404' ? undefined : ownerOf(location.pathname, remotes);
  const routes = remote ? await loadRoutes(remote) : [];
  const router = await createSiteRouter({
    remotes,
    known: routes,
    loadRoutes,
    limit: MOVE_LIMIT,
    leaveTo: (address) => location.assign(address),
  });
  return { release, router, preload: () => preloadPages(remotes, loadRoutes) };
}

interface SiteProps {
  router: Awaited<ReturnType<typeof createSiteRouter>>;
  afterHydration: () => void;
}

function Site({ router, afterHydration }: SiteProps) {
  useEffect(afterHydration, [afterHydration]);
  return <RouterProvider router={router} />;
}

const root = document.getElementById('root');
if (root) {
  withTimeLimit(prepare(root), HYDRATION_LIMIT)
    .then(({ release, router, preload }) => {
      const afterHydration = () => {
        preload();
        showBoundaries(document, release, router);
      };
      // As a transition, so that React works in slices and lets scrolling and typing in between.
      startTransition(() => {
        hydrateRoot(root, <Site router={router} afterHydration={afterHydration} />);
      });
    })
    .catch(async (error: unknown) => {
      if (await reloadIfOutdated(document, () => location.reload())) return;
      console.warn('This page stays as it was delivered: its code could not be loaded.', error);
      replaceWaiting(document);
    });
}
