/**
 * Lets React go on with a page whose nodes other software has moved. Translators and extensions wrap nodes or take them
 * out; React then asks a parent to remove a node that it no longer has, or to insert one before it. The browser would
 * throw, and React would take down the whole page. Such a node is now removed from where it is, and what belongs
 * before it is inserted before the element that holds it.
 */
export function tolerateMovedNodes(): void {
  /* eslint-disable @typescript-eslint/unbound-method -- they are called with their nodes */
  const { removeChild, insertBefore } = Node.prototype;
  /* eslint-enable @typescript-eslint/unbound-method */

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode;
    if (parent) removeChild.call(parent, child);
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    let before: Node | null = child;
    while (before && before.parentNode !== this) before = before.parentNode;
    return insertBefore.call(this, node, before) as T;
  };
}
