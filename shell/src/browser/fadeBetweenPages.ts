import { NavigationType, type createBrowserRouter } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Runs the transitions between pages, in place of React Router. If navigations follow each other quickly, React Router's own
 * transitions may render an older page over the newest page. Our transitions render the state that the router has when
 * they begin. If the browser has already animated a swipe to another page, no transition runs.
 *
 * Call this function before the router is created: its `popstate` listener has to run before the router's.
 *
 * @returns a function that returns the router to render. Other listeners subscribe to the router itself: they start no
 *   transitions.
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
        // A skipped transition is not a failure: another navigation has begun, or the tab is hidden.
        document.startViewTransition(show).ready.catch(() => undefined);
      });
    return rendered;
  };
}
