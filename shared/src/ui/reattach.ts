/**
 * Puts an element back into the page if other software, such as a browser extension, has replaced the element or one of
 * its ancestors with a copy. React updates only the elements that it has created, so the copy would never change.
 *
 * @returns whether the element was put back. False if it is still in the page or if no copy was found
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
