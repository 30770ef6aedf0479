/** The picture that grows from a card into its project's page, and back. Two with one name would end a transition. */
let named: HTMLElement | undefined;

/**
 * Lets the next move show how this element becomes the one that has the name after it. Only scripts set the name, so
 * that nothing of it is in a prerendered page.
 */
export function setViewTransitionName(element: HTMLElement | null): void {
  if (!element) return;
  named?.style.removeProperty('view-transition-name');
  element.style.setProperty('view-transition-name', 'picture');
  named = element;
}
