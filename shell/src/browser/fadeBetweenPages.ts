import type { createBrowserRouter } from 'react-router-dom';

/**
 * Runs the transitions between pages instead of React Router, which renders an older page over the newest one if
 * moves follow each other quickly. Here a transition renders the router's current state when the transition begins.
 */
export function fadeBetweenPages(router: ReturnType<typeof createBrowserRouter>): void {
  const subscribe = router.subscribe.bind(router);
  router.subscribe = (render) =>
    subscribe((state, { viewTransitionOpts, ...options }) => {
      if (!viewTransitionOpts) return render(state, options);
      const show = () => render(router.state, { ...options, flushSync: true });
      // A transition that is skipped, for another move or because the tab is hidden, is no failure.
      document.startViewTransition(show).ready.catch(() => undefined);
    });
}
