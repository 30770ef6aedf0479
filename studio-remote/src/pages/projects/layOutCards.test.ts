import { describe, expect, test } from '@jest/globals';
import { layOutCards } from './layOutCards';

/**
 * Lays out cards, and returns their places as letters.
 *
 * @param cards `o` for each card with a picture, `-` for each card without a picture
 * @returns `W` for a wide card, `L` and `R` for half-width cards on the left and on the right; lower case for small cards
 */
function drawn(cards: string): string {
  const places = layOutCards(Array.from(cards, (card) => card === 'o'));
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
    'alternates one wide and two half-wide cards, and fills the last row: %j becomes %j',
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
  ])('a card without a picture is never wide: %j becomes %j', (cards, places) => {
    expect(drawn(cards)).toBe(places);
  });
});
