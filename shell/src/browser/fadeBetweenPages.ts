import { NavigationType, type createBrowserRouter } from 'react-router-dom';

/**
 * Runs the transitions between pages, in place of React Router. If moves follow each other quickly, React Router's own
 * transitions may render an older page over the newest page. Our transitions render the state that the router has when
 * they begin. If the browser has already animated a swipe to another page, no transition runs.
 *
 * Call this function before the router is created: its `popstate` listener has to run before the router's.
 *
 * @returns a function that takes over the transitions of a router
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
        // A skipped transition is not a failure: another navigation has begun, or the tab is hidden.
        document.startViewTransition(show).ready.catch(() => undefined);
      });
  };
}
