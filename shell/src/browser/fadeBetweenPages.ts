import type { createBrowserRouter } from 'react-router-dom';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/**
 * Begins the transitions between pages in React Router's place: its own queue renders an older page over the newest
 * when moves are made one upon another. Here a transition renders whatever the router holds once it has begun.
 */
export function fadeBetweenPages(router: Router, page: Pick<Document, 'startViewTransition'>): void {
  const subscribe = router.subscribe.bind(router);
  router.subscribe = (render) =>
    subscribe((state, { viewTransitionOpts, ...options }) => {
      if (!viewTransitionOpts) return render(state, options);
      const { ready } = page.startViewTransition(() => render(router.state, { ...options, flushSync: true }));
      // One that is skipped, because another move has begun or nobody sees the tab, is no failure.
      ready.catch(() => undefined);
    });
}
