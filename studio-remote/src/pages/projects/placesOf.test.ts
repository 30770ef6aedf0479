import { describe, expect, test } from '@jest/globals';
import { placesOf } from './placesOf';

/** `o` for a card with a picture, `-` for one without; `W` wide, `L` and `R` half-wide, lower case if small. */
function drawn(cards: string): string {
  const places = placesOf(Array.from(cards, (card) => card === 'o'));
  return places
    .map(({ side, isSmall }) => {
      const letter = { both: 'W', left: 'L', right: 'R' }[side];
      return isSmall ? letter.toLowerCase() : letter;
    })
    .join('');
}

describe('§2 the rhythm of the list', () => {
  test.each([
    ['', ''],
    ['o', 'W'],
    ['oo', 'LR'],
    ['ooo', 'WLR'],
    ['oooo', 'WLRW'],
    ['ooooo', 'WLRLR'],
    ['oooooooo', 'WLRWLRLR'],
  ])(
    'of cards with pictures, %j, is one wide and two half-wide, and fills the last row: %j',
    (cards, places) => {
      expect(drawn(cards)).toBe(places);
    },
  );

  test.each([
    ['-', 'w'],
    ['-o', 'LR'],
    ['o-', 'LR'],
    ['--', 'lr'],
    ['o-o', 'WLR'],
    ['oo-', 'WLR'],
    ['o--', 'Wlr'],
    ['-oo', 'LRW'],
    ['---', 'lrw'],
    ['ooo-', 'WLRw'],
    ['ooo-o', 'WLRLR'],
    ['ooo-oo', 'WLRLRW'],
    ['-ooooo', 'LRWLRW'],
  ])('of some without, %j, has none of these wide: %j', (cards, places) => {
    expect(drawn(cards)).toBe(places);
  });
});
