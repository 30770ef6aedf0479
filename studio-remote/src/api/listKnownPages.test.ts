import { expect, test } from '@jest/globals';
import { listKnownPages } from './listKnownPages';

const record = {
  id: 'tideline',
  collectionName: 'projects',
  title: 'Tideline',
  description: 'A tide table for swimmers.',
  category: 'Mobile App',
  technologies: ['React Native', 'SQLite'],
  cover_Image: 'cover.jpg',
  updated: '2025-03-01 12:00:00.000Z',
};

const answering = (items: unknown[]) => () => Promise.resolve({ page: 1, perPage: 500, items });

test('a project gets a page head of its own', async () => {
  expect(await listKnownPages(answering([record]))).toEqual([
    {
      path: '/projects/tideline',
      title: 'Tideline',
      description: 'A tide table for swimmers.',
      image: '/api/files/projects/tideline/cover.jpg?thumb=1440x960',
      modified: '2025-03-01T12:00:00.000Z',
      subject: {
        '@type': 'CreativeWork',
        name: 'Tideline',
        description: 'A tide table for swimmers.',
        genre: 'Mobile App',
        keywords: 'React Native, SQLite',
      },
    },
  ]);
});

test('a project without optional fields gets one, too', async () => {
  const [page] = await listKnownPages(answering([{ id: 'x', title: 'X' }]));
  expect(page).toEqual({
    path: '/projects/x',
    title: 'X',
    description: 'X, a project of the studio.',
    subject: { '@type': 'CreativeWork', name: 'X', description: 'X, a project of the studio.' },
  });
});

test('a long description is cut', async () => {
  const [page] = await listKnownPages(answering([{ ...record, description: '🙂'.repeat(500) }]));
  expect(Array.from(page?.description ?? '')).toHaveLength(200);
});

test('a backend that cannot be read is an error', async () => {
  await expect(listKnownPages(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
});
