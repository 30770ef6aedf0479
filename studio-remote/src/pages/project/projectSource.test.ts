import { describe, expect, test } from '@jest/globals';
import { sampleProject } from '../../testing/sampleProject';
import { projectHead } from './projectHead';
import { projectSource } from './projectSource';

describe('Findability: the head of a project', () => {
  test('says what it is, shows a picture, and tells when it was changed; or can do with a title alone', () => {
    const description = 'A booking site for a small ferry line.';
    const subject = { '@type': 'CreativeWork', name: 'Harbour Lights' };
    expect(projectHead(sampleProject())).toEqual({
      title: 'Harbour Lights',
      description,
      image: '/api/files/projects/harbour00000001/cover_a1.jpg?thumb=1440x960',
      modified: '2025-03-01T12:00:00.000Z',
      subject: { ...subject, description, genre: 'Website', keywords: 'React, Go' },
    });
    const bare = { description: '', category: '', technologies: [], coverImage: '', modified: '' };
    const own = 'Harbour Lights, a project of the studio.';
    expect(projectHead(sampleProject(bare))).toEqual({
      title: 'Harbour Lights',
      description: own,
      subject: { ...subject, description: own },
    });
  });

  test.each([
    ['🙂'.repeat(200), '🙂'.repeat(200)],
    ['🙂'.repeat(201), `${'🙂'.repeat(199)}…`],
  ])('has a description of 200 characters at most: %s', (description, shortened) => {
    expect(projectHead(sampleProject({ description })).description).toBe(shortened);
  });
});

describe('what fills the pages of projects', () => {
  const listOf = (items: unknown[]) => projectSource.list(() => Promise.resolve({ items }));

  test('is each of them, by its id, with the next one, which comes after the last as the first', async () => {
    const items = [{ id: 'a', title: 'A', category: 'Web', cover_Image: 'a.jpg' }, { id: 'b' }, null];
    const list = await listOf(items);
    expect([...list].map(([id, { record }]) => [id, record])).toEqual([
      ['a', items[0]],
      ['b', items[1]],
    ]);
    expect([...list.values()].map(({ next }) => next)).toEqual([
      { id: 'b', collection: 'projects', title: 'Untitled project', category: '', coverImage: '' },
      { id: 'a', collection: 'projects', title: 'A', category: 'Web', coverImage: 'a.jpg' },
    ]);
    expect((await listOf([{ id: 'a' }])).get('a')).toHaveProperty('next', undefined);
  });

  test('are its pictures, too, of which there can be copies', () => {
    const record = { id: 'here', collectionName: 'projects', images: ['one.jpg', '../two.jpg', 'three.jpg'] };
    const names = ['one.jpg', 'three.jpg'].map((file) => `a3/projects/here/${file}`);
    expect(projectSource.pictures?.({ record, next: undefined })).toEqual(names);
    const next = sampleProject({ id: 'next' });
    expect(projectSource.pictures?.({ record, next })).toEqual([...names, 'a3/projects/next/cover_a1.jpg']);
  });

  test('cannot be made of what is no project', () => {
    expect(() => projectSource.prepare({ record: {}, next: undefined }, () => window)).toThrow('no project');
  });
});
