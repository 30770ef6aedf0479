/** Where a card stands, and how large it is. */
export interface Place {
  /** Both halves of the row, or one of them. */
  side: 'both' | 'left' | 'right';
  isSmall: boolean;
}

/**
 * The rhythm of the list: one wide card and two half-wide ones, in turn, in the order of the list. Of the last cards one
 * that is left over is wide, and two are half-wide. A card without a picture is never wide: it is half-wide beside one
 * that has a picture, and small otherwise.
 *
 * @param pictured of each card, whether it has a picture
 */
export function placesOf(pictured: readonly boolean[]): Place[] {
  const places: Place[] = [];
  let isWide = true;
  while (places.length < pictured.length) {
    const [one = false, other] = pictured.slice(places.length);
    const isLast = other === undefined;
    const isLastPair = places.length === pictured.length - 2;
    if (isLast || (isWide && one && !isLastPair)) {
      places.push({ side: 'both', isSmall: !one });
      isWide = false;
    } else {
      const isSmall = !one && !other;
      places.push({ side: 'left', isSmall }, { side: 'right', isSmall });
      // A pair that took the place of a wide card leaves that place to the next one.
      isWide = true;
    }
  }
  return places;
}
