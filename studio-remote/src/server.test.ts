import { describe, expect, test } from '@jest/globals';
import { toCard, type CardProject } from './projects/toCard';
import { sources } from './server';
import { sampleProject } from './testing/sampleProject';

const { 'studio/HomePage': home, 'studio/ProjectsPage': list, 'studio/ProjectPage': project } = sources;

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

describe('the data for the list and for the home page', () => {
  const listed = () => list.list(answering(records(1200)));

  const allCards = async () => (await listed()).get('') as CardProject[];

  test('§2 contains at most 500 cards for the list, and the cards of each category for its page', async () => {
    const pages = await listed();
    expect([...pages.keys()]).toEqual(['', '?category=R%26D', '?category=Design']);
    const cards = await allCards();
    expect(cards).toHaveLength(500);
    for (const category of ['R&D', 'Design'])
      expect(pages.get(`?category=${encodeURIComponent(category)}`)).toEqual({
        cards: cards.filter((card) => card.category === category),
        categories: ['R&D', 'Design'],
      });
  });

  test('with 500 categories, an edit of one project changes only its own page and the list', async () => {
    const many = records(500).map((record, index) => ({ ...record, category: `Category ${index}` }));
    const before = await list.list(answering(many));
    const after = await list.list(
      answering(many.map((one) => (one.id === 'id7' ? { ...one, title: 'Edited' } : one))),
    );
    const changed = [...after].filter(
      ([entry, data]) => JSON.stringify(data) !== JSON.stringify(before.get(entry)),
    );
    expect(changed.map(([entry]) => entry)).toEqual(['', '?category=Category%207']);
    // A category page needs the names of all 500 categories, but only one project, so its data must stay small.
    for (const [entry, data] of after) if (entry) expect(JSON.stringify(data).length).toBeLessThan(10_000);
  });

  test('§2 contains only the fields that cards show', async () => {
    expect((list.prepare(await allCards(), () => undefined) as CardProject[])[1]).toEqual({
      id: 'id1',
      collection: 'projects',
      title: 'Project 1',
      description: 'Short.',
      category: 'Design',
      status: 'Completed',
      technologies: ['React'],
      coverImage: 'cover.jpg',
      colour: '',
      client: '',
      team: '',
      problem: '',
      images: ['a.jpg'],
      position: 0,
    });
  });

  test('is completed if an earlier build has stored it', () => {
    const { client, team, problem, images, position, ...earlier } = toCard(sampleProject());
    expect(list.prepare([earlier as CardProject], () => undefined)).toEqual([
      { ...earlier, client: '', team: '', problem: '', images: [], position: 0 },
    ]);
  });

  test('§7 names the covers and the first of the other pictures as pictures to copy', async () => {
    const [withoutCover, withCover] = await allCards();
    if (!withoutCover || !withCover) throw new Error('The list is too short.');
    expect(list.pictures?.([withoutCover, withCover])).toEqual([
      'a7/projects/id0/a.jpg',
      'a7/projects/id1/cover.jpg',
      'a7/projects/id1/a.jpg',
    ]);
  });

  test('§2 gives each category page a head of its own', async () => {
    const cards = await allCards();
    expect(list.head?.(cards, '')).toBeUndefined();
    expect(list.head?.(cards, '?category=R%26D')).toEqual({
      title: 'R&D projects',
      description: expect.stringContaining(' category “R&D”: '),
      image: '/assets/pictures/a7/projects/id2/cover.jpg/share.jpg',
    });
  });

  test.each([
    [1200, ['id1199', 'id1197', 'id1195', 'id1193', 'id1191']],
    [1, []],
    [0, []],
  ])('§2 for the home page, contains the newest five completed projects (of %i): %j', async (count, ids) => {
    const pages = await home.list(answering(records(count)));
    expect([...pages].map(([entry, work]) => [entry, work.map(({ id }) => id)])).toEqual([['', ids]]);
  });
});

describe('§3 a position', () => {
  const placed = records(7).map((record) => ({ ...record, status: 'Completed' }));
  const read = answering(
    placed.map((record, index) => ({ ...record, position: { 1: 20, 4: 10 }[index] ?? 0 })),
  );

  test('puts a project first in the list, and on the home page before the newest', async () => {
    const [cards] = (await list.list(read)).values();
    const ids = ['id4', 'id1', 'id0', 'id2', 'id3', 'id5', 'id6'];
    expect((cards as CardProject[]).map(({ id }) => id)).toEqual(ids);
    const [work = []] = (await home.list(read)).values();
    expect(work.map(({ id }) => id)).toEqual(['id4', 'id1', 'id6', 'id5', 'id3']);
  });

  test('decides which project is the next one', async () => {
    const pages = await project.list(read);
    expect([...pages].map(([id, { next }]) => [id, next?.id]).slice(0, 3)).toEqual([
      ['id4', 'id1'],
      ['id1', 'id0'],
      ['id0', 'id2'],
    ]);
  });
});

describe('the data for a project page', () => {
  test('§2 contains the record of the project', async () => {
    const items = [...records(2), null];
    const pages = await project.list(answering(items));
    expect([...pages].map(([id, { record }]) => [id, record])).toEqual([
      ['id0', items[0]],
      ['id1', items[1]],
    ]);
  });

  test('§2 contains the next project in the list; for the last project, this is the first one', async () => {
    const pages = await project.list(answering(records(2)));
    const first = {
      ...{ id: 'id0', collection: 'projects', title: 'Project 0', category: 'R&D' },
      ...{ coverImage: '', colour: '' },
    };
    const second = { ...first, id: 'id1', title: 'Project 1', category: 'Design', coverImage: 'cover.jpg' };
    const shown = [...pages.values()].map((data) => project.prepare(data, () => window));
    expect(shown.map(({ next }) => next)).toEqual([second, first]);
  });

  test('§2 contains no next project if the list has only one project', async () => {
    const pages = await project.list(answering(records(1)));
    expect(pages.get('id0')).toHaveProperty('next', undefined);
  });

  test('§3 is sanitised when it is prepared', async () => {
    const [data] = (await project.list(answering(records(1)))).values();
    if (!data) throw new Error('There is no data.');
    const shown = project.prepare(data, () => window);
    expect(shown).toMatchObject({ title: 'Project 0', longDescription: '<p>Long.</p>' });
  });

  test('§3 is refused if the record is not a project', () => {
    expect(() => project.prepare({ record: {}, next: undefined }, () => window)).toThrow('not a project');
  });

  test('§7 names the project’s pictures and the next cover as pictures to copy', () => {
    const images = ['one.jpg', '../two.jpg', 'three.jpg'];
    const record = { id: 'here', collectionName: 'projects', cover_Image: 'cover.jpg', images };
    const names = ['cover.jpg', 'one.jpg', 'three.jpg'].map((file) => `a7/projects/here/${file}`);
    expect(project.pictures?.({ record, next: undefined })).toEqual(names);
    const next = sampleProject({ id: 'next' });
    expect(project.pictures?.({ record, next })).toEqual([...names, 'a7/projects/next/cover_a1.jpg']);
  });
});
