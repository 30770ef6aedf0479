/**
 * Puts an element back if other software has replaced it, or an element that contains it, with a copy. React updates only
 * its own elements, so the copy would never change.
 *
 * @returns whether the element was put back; false if it is still in the page, or if no copy is found
 */
export function putBack(element: Element): boolean {
  if (element.isConnected) return false;
  const top = element.getRootNode() as Element;
  const copy = Array.from(document.getElementsByTagName(top.localName)).find((one) =>
    ['id', 'name'].every((attribute) => one.getAttribute(attribute) === top.getAttribute(attribute)),
  );
  copy?.replaceWith(top);
  return element.isConnected;
}
