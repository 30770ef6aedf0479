/** The picture that grows from a card into its project's page, and back. Two of a name would end a transition. */
let named: HTMLElement | undefined;

/**
 * Has a move show how this element becomes the one that has the name after it. Named by scripts alone, so that nothing
 * of it is in a prerendered page.
 */
export function nameTransition(element: HTMLElement | null): void {
  if (!element) return;
  named?.style.removeProperty('view-transition-name');
  element.style.setProperty('view-transition-name', 'picture');
  named = element;
}
