/** The only element with the view transition name. If two elements had it, the browser would skip the transition. */
let named: HTMLElement | undefined;

/**
 * Gives an element the view transition name of a project's cover, and removes the name from the element that had it.
 * At the next navigation, the element grows or shrinks into the element with the name on the new page. Prerendered
 * pages do not contain the name.
 */
export function setViewTransitionName(element: HTMLElement | null): void {
  if (!element) return;
  named?.style.removeProperty('view-transition-name');
  element.style.setProperty('view-transition-name', 'picture');
  named = element;
}
