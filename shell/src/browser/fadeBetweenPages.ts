import { NavigationType, type createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Replaces React Router's view transitions between pages with our own. When navigations follow each other quickly, React
 * Router's transitions may render an older page over the newest page. Ours always render the router's current state. No
 * transition runs if the browser itself has already animated the navigation, for example after a swipe to go back.
 *
 * Call this function before creating the router, so that our `popstate` listener runs before the router's.
 *
 * @returns a function that wraps the router for rendering. Only the rendering code may subscribe to the wrapped router,
 *   because each subscriber starts a transition
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
