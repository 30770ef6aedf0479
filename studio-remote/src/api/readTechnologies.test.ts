import { describe, expect, test } from '@jest/globals';
import { readTechnologies } from './readTechnologies';

describe('§3 technologies are a list of text, whatever the field holds', () => {
  test.each([
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
    ['odd members', [null, false, {}, [], 'Go'], ['Go']],
  ])('%s', (_, value, tags) => {
    expect(readTechnologies(value)).toEqual(tags);
  });

  test('a long text is whole, and so is a long list', () => {
    const long = '😀'.repeat(300);
    const many = Array.from({ length: 200 }, (_, index) => `Technology ${index}`);
    expect(readTechnologies([long, ...many])).toEqual([long, ...many]);
  });

  test('of a longer list 500 values are looked at, the list among them; of a longer text 5000 units are kept', () => {
    const many = Array.from({ length: 600 }, (_, index) => `Technology ${index}`);
    expect(readTechnologies(many)).toEqual(many.slice(0, 499));
    expect(readTechnologies('x'.repeat(5001))).toEqual(['x'.repeat(5000)]);
  });

  test('a text is well-formed Unicode', () => {
    expect(readTechnologies('a\uD800b')).toEqual(['a\uFFFDb']);
  });

  test.each([
    ['a text', () => 'x'.repeat(10_000_000)],
    ['commas', () => ','.repeat(10_000_000)],
    ['a list of blanks', () => Array.from({ length: 1_000_000 }, () => '')],
    ['an object of blanks', () => Object.fromEntries(Array.from({ length: 300_000 }, (_, key) => [key, '']))],
    ['lists in lists', () => JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000)) as unknown],
  ])('10 MB of %s are read at once', (_, make) => {
    const value = make();
    const started = performance.now();
    expect(readTechnologies(value).length).toBeLessThanOrEqual(1);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
