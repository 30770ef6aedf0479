import { describe, expect, test } from '@jest/globals';
import { sources } from './server';
import { sampleProject } from './testing/sampleProject';

const { 'studio/HomePage': home, 'studio/ProjectsPage': list, 'studio/ProjectPage': project } = sources;

/** A backend that has these records. */
const answering =
  (records: unknown[]) =>
  (_path: string, { page }: Record<string, string | number>) =>
    Promise.resolve({ items: records.slice((Number(page) - 1) * 500, Number(page) * 500) });

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `id${index}`,
    title: `Project ${index}`,
    description: 'Short.',
    long_description: '<p onclick="attack()">Long.</p>',
    category: ['R&D', 'Design'][index % 2],
    status: index % 2 ? 'Completed' : 'In Progress',
    technologies: ['React'],
    cover_Image: index === 0 ? '' : 'cover.jpg',
    images: ['a.jpg', 'b.jpg'],
    updated: '2025-03-01 12:00:00.000Z',
  }));

describe('what fills the list and the home page', () => {
  test('§2 is the cards of 500 projects at most, and no more than they show, for all projects and for each category', async () => {
    const pages = await list.list(answering(records(1200)));
    expect([...pages.keys()]).toEqual(['', '?category=R%26D', '?category=Design']);
    for (const cards of pages.values()) expect(cards).toHaveLength(500);
    const cards = pages.get('') ?? [];
    expect(list.prepare(cards, () => undefined)[1]).toEqual({
      id: 'id1',
      collection: 'projects',
      title: 'Project 1',
      description: 'Short.',
      category: 'Design',
      status: 'Completed',
      technologies: ['React'],
      coverImage: 'cover.jpg',
      colour: '',
    });
    // The first has no cover.
    expect(list.pictures?.(cards.slice(0, 2))).toEqual(['a4/projects/id1/cover.jpg']);
    expect(list.head?.(cards, '')).toBeUndefined();
    expect(list.head?.(cards, '?category=R%26D')).toEqual({
      title: 'R&D projects',
      description: expect.stringContaining(' R&D: '),
      image: '/api/files/projects/id2/cover.jpg?thumb=1440x960',
    });
  });

  test.each([
    [1200, ['id1199', 'id1197', 'id1195', 'id1193', 'id1191']],
    [1, []],
    [0, []],
  ])('§2 of %i projects, is on the home page the newest five that are completed: %j', async (count, ids) => {
    const pages = await home.list(answering(records(count)));
    expect([...pages].map(([entry, work]) => [entry, work.map(({ id }) => id)])).toEqual([['', ids]]);
  });
});

describe('what fills the page of a project', () => {
  test('§2 is its record, made safe, and the next one, which comes after the last as the first', async () => {
    const items = [...records(2), null];
    const pages = await project.list(answering(items));
    expect([...pages].map(([id, { record }]) => [id, record])).toEqual([
      ['id0', items[0]],
      ['id1', items[1]],
    ]);
    const first = {
      ...{ id: 'id0', collection: 'projects', title: 'Project 0', category: 'R&D' },
      ...{ coverImage: '', colour: '' },
    };
    const second = { ...first, id: 'id1', title: 'Project 1', category: 'Design', coverImage: 'cover.jpg' };
    const shown = [...pages.values()].map((data) => project.prepare(data, () => window));
    expect(shown.map(({ next }) => next)).toEqual([second, first]);
    expect(shown[0]).toMatchObject({ title: 'Project 0', longDescription: '<p>Long.</p>' });
    expect((await project.list(answering(records(1)))).get('id0')).toHaveProperty('next', undefined);
    expect(() => project.prepare({ record: {}, next: undefined }, () => window)).toThrow('no project');
  });

  test('§7 are its pictures, too, of which there can be copies', () => {
    const images = ['one.jpg', '../two.jpg', 'three.jpg'];
    const record = { id: 'here', collectionName: 'projects', cover_Image: 'cover.jpg', images };
    const names = ['cover.jpg', 'one.jpg', 'three.jpg'].map((file) => `a4/projects/here/${file}`);
    expect(project.pictures?.({ record, next: undefined })).toEqual(names);
    const next = sampleProject({ id: 'next' });
    expect(project.pictures?.({ record, next })).toEqual([...names, 'a4/projects/next/cover_a1.jpg']);
  });
});
