import { describe, expect, test } from '@jest/globals';
import { readProject } from './Project';

const record = {
  id: 'elogsyfuldxdbwk',
  collectionId: 'pbc_484305853',
  collectionName: 'projects',
  title: ' Harbour ',
  description: 'Short',
  client: 'A ferry line, forty people',
  team: 'Three people, four months',
  problem: 'Nobody could book.',
  long_description: '<p>Long</p>',
  category: 'Website',
  status: 'Completed',
  technologies: ['React', 'Go'],
  cover_Image: 'cover.jpg',
  images: ['a.jpg', 'b.jpg'],
  image_descriptions: ['The start', null],
  colour: 'moss',
  position: 2.5,
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
      client: 'A ferry line, forty people',
      team: 'Three people, four months',
      problem: 'Nobody could book.',
      longDescription: '<p>Long</p>',
      category: 'Website',
      status: 'Completed',
      technologies: ['React', 'Go'],
      coverImage: 'cover.jpg',
      images: ['a.jpg', 'b.jpg'],
      imageDescriptions: ['The start', ''],
      colour: 'moss',
      position: 2.5,
      modified: '2025-03-01T12:00:00.000Z',
    });
  });

  test.each([undefined, null, true, {}, [], { a: { b: null } }])(
    'is empty except for its id if all other fields are %j',
    (value) => {
      const fields = Object.fromEntries(Object.keys(record).map((name) => [name, value]));
      const texts = [
        'description',
        'client',
        'team',
        'problem',
        'longDescription',
        'category',
        'status',
        'coverImage',
        'colour',
        'modified',
      ];
      const lists = ['technologies', 'images', 'imageDescriptions'];
      expect(readProject({ ...fields, id: 'x1' })).toEqual({
        id: 'x1',
        collection: 'projects',
        title: 'Untitled project',
        ...Object.fromEntries(texts.map((name) => [name, ''])),
        ...Object.fromEntries(lists.map((name) => [name, []])),
        position: 0,
      });
    },
  );

  const images = Array.from({ length: 51 }, (_, index) => `${index}.jpg`);
  test.each([
    ['numbers instead of texts', { id: 7, title: 2025 }, { id: '7', title: '2025' }],
    ['a file name instead of a list', { images: 'a.jpg' }, { images: ['a.jpg'] }],
    ['only the id of its collection', { collectionId: 'pbc_1' }, { collection: 'pbc_1' }],
    [
      'invalid images',
      { images: ['', null, 'a.jpg', {}, ['b.jpg'], 'c.jpg'] },
      { images: ['a.jpg', 'c.jpg'] },
    ],
    ['too many images', { images }, { images: images.slice(0, 50) }],
    ['a title that is too long', { title: 'x'.repeat(10_000_000) }, { title: 'x'.repeat(300) }],
    ['a description that is too long', { description: 'x'.repeat(6000) }, { description: 'x'.repeat(5000) }],
    ['a problem that is too long', { problem: 'x'.repeat(6000) }, { problem: 'x'.repeat(5000) }],
    ['a client that is too long', { client: 'x'.repeat(400) }, { client: 'x'.repeat(300) }],
    ['a team that is too long', { team: 'x'.repeat(400) }, { team: 'x'.repeat(300) }],
    ['a category that is too long', { category: 'x'.repeat(200) }, { category: 'x'.repeat(100) }],
    ['a status that is too long', { status: 'x'.repeat(200) }, { status: 'x'.repeat(100) }],
    [
      'unpaired surrogates',
      { id: '\uD800', images: ['\uD800.jpg'] },
      { id: '\uFFFD', images: ['\uFFFD.jpg'] },
    ],
  ])('is read from a record with %s', (_, fields, expected) => {
    expect(readProject({ id: 'x1', ...fields })).toMatchObject(expected);
  });

  test.each([-1, Infinity * 0, '2', [3]])('has no position if the field is %j', (position) => {
    expect(readProject({ id: 'x1', position })?.position).toBe(0);
  });

  test.each([null, undefined, 'text', 7, [], {}, { id: '' }, { id: null }])(
    'is not read from %j',
    (value) => {
      expect(readProject(value)).toBeUndefined();
    },
  );
});

const many = Array.from({ length: 600 }, (_, index) => `Technology ${index}`);

describe('§3 the technologies of a project', () => {
  test.each<[string, unknown, string[]]>([
    ['a list of strings', ['React', 'Go'], ['React', 'Go']],
    [
      'strings with separators',
      ['Node.js, Express', 'C; C++', 'a\nb'],
      ['Node.js, Express', 'C; C++', 'a\nb'],
    ],
    ['a single string', 'React, Go;Figma', ['React, Go;Figma']],
    ['a nested list', [['React', ['Go']], 'Rust'], ['React', 'Go', 'Rust']],
    ['objects with a name', [{ name: 'React', version: 19 }, { name: 'Go' }], ['React', 'Go']],
    ['objects whose name is not a string', [{ name: 7, of: 'Go' }, { name: ['Rust'] }], ['7', 'Go', 'Rust']],
    ['an object without a name', { web: ['React'], server: 'Go' }, ['React', 'Go']],
    ['numbers', [3, 'React'], ['3', 'React']],
    ['duplicates and blanks', [' React ', 'React', '', '  ', 'react', 'Go'], ['React', 'react', 'Go']],
    ['null', null, []],
    ['undefined', undefined, []],
    ['true', true, []],
    [
      'a list with invalid members',
      [null, false, {}, [], { toString: null }, { __proto__: null }, 'Go'],
      ['Go'],
    ],
    ['an unpaired surrogate', 'a\uD800b', ['a\uFFFDb']],
    [
      'a long list of long strings',
      ['😀'.repeat(300), ...many.slice(0, 200)],
      ['😀'.repeat(300), ...many.slice(0, 200)],
    ],
    // At most 500 values are read. The list itself is one of them, so 499 members remain.
    ['the first 499 members of a list', many, many.slice(0, 499)],
    ['the beginning of a huge string', 'x'.repeat(10_000_000), ['x'.repeat(5000)]],
    ['a million blanks', Array<string>(1_000_000).fill(''), []],
    [
      'an object of 300,000 blanks',
      Object.fromEntries(Array.from({ length: 300_000 }, (_, key) => [key, ''])),
      [],
    ],
    ['a million nested lists', JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000)), []],
  ])('%s', (_, technologies, tags) => {
    expect(readProject({ id: 'x1', technologies })?.technologies).toEqual(tags);
  });
});
