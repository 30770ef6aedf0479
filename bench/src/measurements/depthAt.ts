/** When one request of a page load began and ended. Milliseconds since the navigation. */
export interface Span {
  start: number;
  end: number;
}

/**
 * How many requests had to follow one another before a moment: the longest chain in which each began after the
 * one before had ended. Meant for loads in which every request takes a fixed, long time.
 *
 * @param moment milliseconds since the navigation
 */
export function depthAt(spans: Span[], moment: number): number {
  const depths = new Map<Span, number>();
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  for (const span of inOrder) {
    const before = inOrder.filter(({ end }) => end <= span.start).map((earlier) => depths.get(earlier) ?? 0);
    depths.set(span, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...inOrder.filter(({ end }) => end <= moment).map((span) => depths.get(span) ?? 0));
}
