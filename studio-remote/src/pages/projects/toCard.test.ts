import { expect, test } from '@jest/globals';
import { bareProject } from '../../testing/sampleProject';
import { toCard } from './toCard';

test('a card knows the first picture of its project, if there is one, and no text of its page', () => {
  const card = toCard(bareProject({ images: ['a.jpg', 'b.jpg'], longDescription: '<p>Long</p>' }));
  expect(card).toMatchObject({ firstImage: 'a.jpg' });
  expect(card).not.toHaveProperty('longDescription');
  expect(toCard(bareProject({ images: [] })).firstImage).toBe('');
});
