/** One request of a page load. Milliseconds since the navigation. */
interface Span {
  start: number;
  /** When the first byte of its answer came: from then on, others can follow from it. */
  answered: number;
}

/**
 * How many requests had to follow one another before a moment: the longest chain in which each began after the
 * one before had been answered. Meant for loads in which every request takes a fixed, long time.
 *
 * @param moment milliseconds since the navigation
 */
export function depthAt(spans: Span[], moment: number): number {
  const depths = new Map<Span, number>();
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  for (const span of inOrder) {
    const before = inOrder
      .filter(({ answered }) => answered <= span.start)
      .map((earlier) => depths.get(earlier) ?? 0);
    depths.set(span, 1 + Math.max(0, ...before));
  }
  return Math.max(
    0,
    ...inOrder.filter(({ answered }) => answered <= moment).map((span) => depths.get(span) ?? 0),
  );
}
