/** One request of a page load, milliseconds since the navigation: others can follow from its answer. */
interface Span {
  start: number;
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
  const deepest = (until: number): number =>
    Math.max(0, ...[...depths].filter(([{ answered }]) => answered <= until).map(([, depth]) => depth));
  for (const span of spans.toSorted((a, b) => a.start - b.start)) depths.set(span, 1 + deepest(span.start));
  return deepest(moment);
}
