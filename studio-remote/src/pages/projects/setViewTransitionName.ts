/**
 * The element that has the view transition name for covers. If two elements had this name, the browser would skip the
 * transition.
 */
let named: HTMLElement | undefined;

/**
 * Gives an element the view transition name for covers, and removes the name from the element that had it before. During the
 * next navigation, the element grows or shrinks into the element with the same name on the new page.
 */
export function setViewTransitionName(element: HTMLElement | null): void {
  if (!element) return;
  named?.style.removeProperty('view-transition-name');
  element.style.setProperty('view-transition-name', 'picture');
  named = element;
}
