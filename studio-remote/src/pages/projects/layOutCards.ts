export interface Place {
  side: 'both' | 'left' | 'right';
  isSmall: boolean;
}

/**
 * Lays out the cards of the list in their order. One wide card and two half-wide cards alternate (§2). If one card is left
 * at the end, it is wide. If two are left, both are half-wide. A card without a picture is half-wide beside a card with a
 * picture, and small otherwise.
 *
 * @param pictured whether each card has a picture
 */
export function layOutCards(pictured: readonly boolean[]): Place[] {
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
      // A wide card comes next, even if this pair took the place of a wide card.
      isWide = true;
    }
  }
  return places;
}
