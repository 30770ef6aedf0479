/** The picture that grows from a card into its project's page, and back. Two elements with the same name would end a transition. */
let named: HTMLElement | undefined;

/**
 * Gives this element the name of the transition. The next move then shows how it becomes the element that has the
 * name on the new page. Only scripts set the name, so that prerendered pages do not have it.
 */
export function setViewTransitionName(element: HTMLElement | null): void {
  if (!element) return;
  named?.style.removeProperty('view-transition-name');
  element.style.setProperty('view-transition-name', 'picture');
  named = element;
}
