import { describe, expect, test } from '@jest/globals';
import { readProject } from './Project';

const record = {
  id: 'elogsyfuldxdbwk',
  collectionId: 'pbc_484305853',
  collectionName: 'projects',
  title: ' Harbour ',
  description: 'Short',
  long_description: '<p>Long</p>',
  category: 'Website',
  status: 'Completed',
  technologies: ['React', 'Go'],
  cover_Image: 'cover.jpg',
  images: ['a.jpg', 'b.jpg'],
  image_descriptions: ['The start', null],
  updated: '2025-03-01 12:00:00.000Z',
  created: '2026-11-21 01:33:52.456Z',
};

describe('§3 a project', () => {
  test('is read from a record', () => {
    expect(readProject(record)).toEqual({
      id: 'elogsyfuldxdbwk',
      collection: 'projects',
      title: 'Harbour',
      description: 'Short',
      longDescription: '<p>Long</p>',
      category: 'Website',
      status: 'Completed',
      technologies: ['React', 'Go'],
      coverImage: 'cover.jpg',
      images: ['a.jpg', 'b.jpg'],
      imageDescriptions: ['The start', ''],
      modified: '2025-03-01T12:00:00.000Z',
    });
  });

  test.each([undefined, null, true, {}, [], { a: { b: null } }])(
    'whose fields are all %j has no field but its id',
    (odd) => {
      const fields = Object.fromEntries(Object.keys(record).map((name) => [name, odd]));
      const texts = ['description', 'longDescription', 'category', 'status', 'coverImage', 'modified'];
      const lists = ['technologies', 'images', 'imageDescriptions'];
      expect(readProject({ ...fields, id: 'x1' })).toEqual({
        id: 'x1',
        collection: 'projects',
        title: 'Untitled project',
        ...Object.fromEntries(texts.map((name) => [name, ''])),
        ...Object.fromEntries(lists.map((name) => [name, []])),
      });
    },
  );

  const images = Array.from({ length: 51 }, (_, index) => `${index}.jpg`);
  test.each([
    ['numbers for texts', { id: 7, title: 2025 }, { id: '7', title: '2025' }],
    ['one file name for a list', { images: 'a.jpg' }, { images: ['a.jpg'] }],
    ['an id for the collection', { collectionId: 'pbc_1' }, { collection: 'pbc_1' }],
    ['other images', { images: ['', null, 'a.jpg', {}, ['b.jpg'], 'c.jpg'] }, { images: ['a.jpg', 'c.jpg'] }],
    ['too many images', { images }, { images: images.slice(0, 50) }],
    ['a long title', { title: 'x'.repeat(10_000_000) }, { title: 'x'.repeat(300) }],
    ['half a character', { category: 'a\uD800b' }, { category: 'a\uFFFDb' }],
  ])('may have %s', (_, fields, expected) => {
    expect(readProject({ id: 'x1', ...fields })).toMatchObject(expected);
  });

  test.each([null, undefined, 'text', 7, [], {}, { id: '' }, { id: null }])('%j is none', (value) => {
    expect(readProject(value)).toBeUndefined();
  });
});
