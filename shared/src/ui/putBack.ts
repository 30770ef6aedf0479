/**
 * Puts an element back where other software has put a copy of it, or of what is around it: React changes its own elements
 * alone, and the copy would stay as it is.
 *
 * @returns whether it is back
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
