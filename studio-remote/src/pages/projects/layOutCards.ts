export interface Place {
  side: 'both' | 'left' | 'right';
  isSmall: boolean;
}

/**
 * Returns the side and size of each card in the list, in order. Wide cards alternate with pairs of half-width cards (§2). If
 * the next wide card has no picture, a pair takes its place. If one card is left at the end, it is wide. If two are left,
 * they form a pair. A card without a picture is small, unless the other card in its pair has a picture.
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
      // After a pair, a wide card comes next, even if the pair took a wide card's place.
      isWide = true;
    }
  }
  return places;
}
