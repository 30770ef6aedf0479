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

const empty = {
  id: 'x1',
  collection: 'projects',
  title: 'Untitled project',
  description: '',
  longDescription: '',
  category: '',
  status: '',
  technologies: [],
  coverImage: '',
  images: [],
  imageDescriptions: [],
  modified: '',
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

  test('may have no field but its id', () => {
    expect(readProject({ id: 'x1' })).toEqual(empty);
  });

  test.each([[null], [true], [{}], [[]], [{ a: { b: null } }]])(
    'whose fields are all %j has no field but its id',
    (odd) => {
      const fields = Object.fromEntries(Object.keys(record).map((name) => [name, odd]));
      expect(readProject({ ...fields, id: 'x1' })).toEqual(empty);
    },
  );

  test('may have numbers for texts and one file name for a list', () => {
    expect(readProject({ id: 7, title: 2025, images: 'a.jpg', collectionId: 'pbc_1' })).toMatchObject({
      id: '7',
      title: '2025',
      images: ['a.jpg'],
      collection: 'pbc_1',
    });
  });

  test('has only file names for images', () => {
    expect(readProject({ id: 'x1', images: ['', null, 'a.jpg', {}, ['b.jpg'], 'c.jpg'] })?.images).toEqual([
      'a.jpg',
      'c.jpg',
    ]);
  });

  test('has fifty images at most', () => {
    const images = Array.from({ length: 51 }, (_, index) => `${index}.jpg`);
    expect(readProject({ id: 'x1', images })?.images).toEqual(images.slice(0, 50));
  });

  test('has texts of bounded length and of well-formed Unicode', () => {
    const long = readProject({ id: 'x1', title: 'x'.repeat(10_000_000), category: 'a\uD800b' });
    expect(long?.title).toHaveLength(300);
    expect(long?.category).toBe('a\uFFFDb');
  });

  test.each([[null], [undefined], ['text'], [7], [[]], [{}], [{ id: '' }], [{ id: null }]])(
    '%j is no project',
    (value) => {
      expect(readProject(value)).toBeUndefined();
    },
  );
});
