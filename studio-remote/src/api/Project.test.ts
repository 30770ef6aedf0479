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
  colour: 'moss',
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
      colour: 'moss',
      modified: '2025-03-01T12:00:00.000Z',
    });
  });

  test.each([undefined, null, true, {}, [], { a: { b: null } }])(
    'whose fields are all %j has no field but its id',
    (odd) => {
      const fields = Object.fromEntries(Object.keys(record).map((name) => [name, odd]));
      const texts = [
        'description',
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
    ['a long description', { description: 'x'.repeat(6000) }, { description: 'x'.repeat(5000) }],
    ['a long category', { category: 'x'.repeat(200) }, { category: 'x'.repeat(100) }],
    ['a long status', { status: 'x'.repeat(200) }, { status: 'x'.repeat(100) }],
    ['half a character', { id: '\uD800', images: ['\uD800.jpg'] }, { id: '\uFFFD', images: ['\uFFFD.jpg'] }],
  ])('may have %s', (_, fields, expected) => {
    expect(readProject({ id: 'x1', ...fields })).toMatchObject(expected);
  });

  test.each([null, undefined, 'text', 7, [], {}, { id: '' }, { id: null }])('%j is none', (value) => {
    expect(readProject(value)).toBeUndefined();
  });
});

const many = Array.from({ length: 600 }, (_, index) => `Technology ${index}`);

describe('§3 technologies are a list of text, whatever the field holds', () => {
  test.each<[string, unknown, string[]]>([
    ['a list of text', ['React', 'Go'], ['React', 'Go']],
    ['texts as they are', ['Node.js, Express', 'C; C++', 'a\nb'], ['Node.js, Express', 'C; C++', 'a\nb']],
    ['a text', 'React, Go;Figma', ['React, Go;Figma']],
    ['a nested list', [['React', ['Go']], 'Rust'], ['React', 'Go', 'Rust']],
    ['objects with a name', [{ name: 'React', version: 19 }, { name: 'Go' }], ['React', 'Go']],
    ['objects whose name is no text', [{ name: 7, of: 'Go' }, { name: ['Rust'] }], ['7', 'Go', 'Rust']],
    ['an object', { web: ['React'], server: 'Go' }, ['React', 'Go']],
    ['numbers', [3, 'React'], ['3', 'React']],
    ['repetitions and blanks', [' React ', 'React', '', '  ', 'react', 'Go'], ['React', 'react', 'Go']],
    ['null', null, []],
    ['nothing', undefined, []],
    ['true', true, []],
    ['odd members', [null, false, {}, [], { toString: null }, { __proto__: null }, 'Go'], ['Go']],
    ['half a character', 'a\uD800b', ['a\uFFFDb']],
    [
      'long texts, in a long list',
      ['😀'.repeat(300), ...many.slice(0, 200)],
      ['😀'.repeat(300), ...many.slice(0, 200)],
    ],
    ['more than 500 values, of which the list is one', many, many.slice(0, 499)],
    ['a text of any size', 'x'.repeat(10_000_000), ['x'.repeat(5000)]],
    ['any number of blanks', Array<string>(1_000_000).fill(''), []],
    ['an object of them', Object.fromEntries(Array.from({ length: 300_000 }, (_, key) => [key, ''])), []],
    ['lists in lists', JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000)), []],
  ])('%s', (_, technologies, tags) => {
    expect(readProject({ id: 'x1', technologies })?.technologies).toEqual(tags);
  });
});
