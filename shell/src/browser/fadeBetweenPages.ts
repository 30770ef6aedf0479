import { NavigationType, type createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Runs the view transitions between pages instead of React Router. When navigations follow each other quickly, React
 * Router's own transitions may render an older page over the newest page. Our transitions always render the current state of
 * the router. If the browser itself has already animated a swipe to another page, no transition runs.
 *
 * Call this function before creating the router, because its `popstate` listener has to run before the router's listener.
 *
 * @returns a function that wraps a router for rendering. Other listeners must subscribe to the router itself, so that they
 *   start no transitions
 */
export function fadeBetweenPages(): (router: Router) => Router {
  let wasAnimated = false;
  addEventListener('popstate', (event) => (wasAnimated = event.hasUAVisualTransition));

  return (router) => {
    const rendered = Object.create(router) as Router;
    rendered.subscribe = (render) =>
      router.subscribe((state, { viewTransitionOpts, ...options }) => {
        const isDone = wasAnimated && state.historyAction === NavigationType.Pop;
        if (!viewTransitionOpts || isDone) return render(state, options);
        const show = () => render(router.state, { ...options, flushSync: true });
        // A skipped transition is not a failure: either another navigation has begun, or the tab is hidden.
        document.startViewTransition(show).ready.catch(() => undefined);
      });
    return rendered;
  };
}
