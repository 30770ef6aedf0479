/**
 * Puts an element back into the page if other software has replaced it with a copy, alone or as part of a larger element.
 * React updates only its own elements, so the copy would never change.
 *
 * @returns whether the element was put back; false if it is still in the page, or if no copy is found
 */
export function reattach(element: Element): boolean {
  if (element.isConnected) return false;
  const top = element.getRootNode() as Element;
  const copy = Array.from(document.getElementsByTagName(top.localName)).find((one) =>
    ['id', 'name'].every((attribute) => one.getAttribute(attribute) === top.getAttribute(attribute)),
  );
  copy?.replaceWith(top);
  return element.isConnected;
}
