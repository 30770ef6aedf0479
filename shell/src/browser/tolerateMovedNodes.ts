/**
 * Keeps React working even if other software moves nodes on the page. Page translators and browser extensions wrap or remove
 * nodes. If React then removes a moved node from its original parent, or inserts a node before it, the browser throws an
 * error, and React unmounts the whole page. With this patch, `removeChild` removes a moved node from its current parent.
 * `insertBefore` inserts a node before the element that now contains the moved node.
 */
export function tolerateMovedNodes(): void {
  /* eslint-disable @typescript-eslint/unbound-method -- they are only called with `call` */
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
