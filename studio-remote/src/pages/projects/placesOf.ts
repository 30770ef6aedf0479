/** The position and the size of a card in the list. */
export interface Place {
  /** Both halves of the row, or one of them. */
  side: 'both' | 'left' | 'right';
  isSmall: boolean;
}

/**
 * Lays out the cards of the list, in their order: one wide card and two half-wide ones alternate (§2). If one card is
 * left over at the end, it is wide; if two are, both are half-wide. A card without a picture is never wide: it is
 * half-wide beside a card with a picture, and small otherwise.
 *
 * @param pictured whether each card has a picture
 */
export function placesOf(pictured: readonly boolean[]): Place[] {
  const places: Place[] = [];
  let isWide = true;
  while (places.length < pictured.length) {
    const [hasPicture = false, nextHasPicture] = pictured.slice(places.length);
    const isLast = nextHasPicture === undefined;
    const isLastPair = places.length === pictured.length - 2;
    if (isLast || (isWide && hasPicture && !isLastPair)) {
      places.push({ side: 'both', isSmall: !hasPicture });
      isWide = false;
    } else {
      const isSmall = !hasPicture && !nextHasPicture;
      places.push({ side: 'left', isSmall }, { side: 'right', isSmall });
      // A wide card comes next, even if this pair was placed instead of a wide card.
      isWide = true;
    }
  }
  return places;
}
