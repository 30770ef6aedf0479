/**
 * A transition between pages that is skipped, because another move has begun or nobody sees the tab, is no failure:
 * the page is there all the same. React Router, which begins them, leaves that to the browser, which reports an error.
 */
export function allowSkippedTransitions(page: Pick<Document, 'startViewTransition'>): void {
  // Some browsers have none.
  const start = page.startViewTransition as Document['startViewTransition'] | undefined;
  if (!start) return;
  page.startViewTransition = (update) => {
    const transition = start.call(page, update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
