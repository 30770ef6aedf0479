/**
 * Keeps React working on a page whose nodes other software has moved. Translators and extensions wrap or remove nodes. If
 * React then removes such a node from its former parent, or inserts a node before it, the browser throws, and React
 * unmounts the whole page. This patch removes a moved node from its present parent, and inserts a new node before the
 * element that now contains the moved node.
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
