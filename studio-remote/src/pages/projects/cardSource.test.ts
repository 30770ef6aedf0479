import { expect, test } from '@jest/globals';
import { sampleProject } from '../../testing/sampleProject';
import { cardSource } from './cardSource';
import { toCard } from './toCard';

test('§7 copies are made of the covers of cards that have one', () => {
  const cards = [sampleProject(), sampleProject({ id: 'bare', coverImage: '' })].map(toCard);
  expect(cardSource.pictures(cards)).toEqual(['a3/projects/harbour00000001/cover_a1.jpg']);
});
