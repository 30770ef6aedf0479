import { NavigationType, type createBrowserRouter } from 'react-router-dom';

/**
 * Runs the transitions between pages instead of React Router, which renders an older page over the newest one if
 * moves follow each other quickly. Here a transition renders the router's current state when the transition begins.
 * After a swipe to another page that the browser has animated itself there is none, because it would play twice.
 *
 * Call it before the router is made, since it has to hear of a swipe first.
 *
 * @returns takes over the transitions of a router
 */
export function fadeBetweenPages(): (router: ReturnType<typeof createBrowserRouter>) => void {
  let wasAnimated = false;
  addEventListener('popstate', (event) => (wasAnimated = event.hasUAVisualTransition));

  return (router) => {
    const subscribe = router.subscribe.bind(router);
    router.subscribe = (render) =>
      subscribe((state, { viewTransitionOpts, ...options }) => {
        const isDone = wasAnimated && state.historyAction === NavigationType.Pop;
        if (!viewTransitionOpts || isDone) return render(state, options);
        const show = () => render(router.state, { ...options, flushSync: true });
        // A transition that is skipped, for another move or because the tab is hidden, is no failure.
        document.startViewTransition(show).ready.catch(() => undefined);
      });
  };
}
