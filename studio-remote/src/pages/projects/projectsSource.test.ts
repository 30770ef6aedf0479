import { expect, test } from '@jest/globals';
import { answering } from '../../testing/answering';
import { sampleProject } from '../../testing/sampleProject';
import { selectedWorkSource } from '../home/selectedWorkSource';
import { projectsSource } from './projectsSource';
import { toCard } from './toCard';

test('the list is filled with what cards know of 500 projects at most', async () => {
  const records = Array.from({ length: 501 }, (_, index) => ({
    id: `id${index}`,
    title: `${index}`,
    category: index % 2 ? 'R&D' : '',
    images: ['a.jpg'],
  }));
  const list = await projectsSource.list(answering(records));
  const cards = list.get('') ?? [];
  expect([...list.keys()]).toEqual(['', '?category=R%26D']);
  expect(list.get('?category=R%26D')).toBe(cards);
  expect(cards.map(({ id }) => id)).toEqual(records.slice(0, 500).map(({ id }) => id));
  expect(cards[0]).toEqual({
    id: 'id0',
    collection: 'projects',
    title: '0',
    description: '',
    category: '',
    status: '',
    technologies: [],
    coverImage: '',
    firstImage: 'a.jpg',
  });
  expect(projectsSource.prepare(cards, () => undefined)).toBe(cards);
});

test.each([
  ['its', projectsSource],
  ['those of the selected work', selectedWorkSource],
])('%s pictures are the covers, of those that have one', (_whose, source) => {
  const cards = [sampleProject(), sampleProject({ id: 'bare', coverImage: '' })].map(toCard);
  expect(source.pictures?.(cards)).toEqual(['a3/projects/harbour00000001/cover_a1.jpg']);
});
