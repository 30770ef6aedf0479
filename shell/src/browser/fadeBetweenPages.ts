import { NavigationType, type createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Replaces React Router's view transitions between pages. When navigations follow each other quickly, React Router's own
 * transitions may render an older page over the newest page. Our transitions always render the router's current state. No
 * transition runs if the browser itself has already animated the navigation, for example a swipe back.
 *
 * Call this function before creating the router, because its `popstate` listener has to run before the router's listener.
 *
 * @returns a function that wraps a router for rendering. Other listeners must subscribe to the router itself, because every
 *   listener of the wrapped router starts transitions
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
