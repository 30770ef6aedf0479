import { describe, expect, test } from '@jest/globals';
import { readTechnologies } from './readTechnologies';

describe('§3 technologies are a list of text, whatever the field holds', () => {
  test.each([
    ['a list of text', ['React', 'Go'], ['React', 'Go']],
    ['a text', 'React, Go;Figma\nRust', ['React', 'Go', 'Figma', 'Rust']],
    ['a nested list', [['React', ['Go']], 'Rust'], ['React', 'Go', 'Rust']],
    ['objects with a name', [{ name: 'React', version: 19 }, { name: 'Go' }], ['React', 'Go']],
    ['an object', { web: ['React'], server: 'Go' }, ['React', 'Go']],
    ['numbers', [3, 'React'], ['3', 'React']],
    ['doubles and blanks', [' React ', 'react', '', '  ', ',', 'Go'], ['React', 'Go']],
    ['null', null, []],
    ['nothing', undefined, []],
    ['true', true, []],
    ['odd members', [null, false, {}, [], 'Go'], ['Go']],
  ])('%s', (_, value, tags) => {
    expect(readTechnologies(value)).toEqual(tags);
  });

  test('no more than 20 tags', () => {
    const many = Array.from({ length: 100 }, (_, index) => `Tag ${index}`);
    expect(readTechnologies(many)).toEqual(many.slice(0, 20));
    expect(readTechnologies(many.join(','))).toEqual(many.slice(0, 20));
  });

  test('a very long one is cut, between characters', () => {
    expect(readTechnologies(['😀'.repeat(100)])).toEqual([`${'😀'.repeat(39)}…`]);
    expect(readTechnologies(['x'.repeat(40)])).toEqual(['x'.repeat(40)]);
  });

  test.each([
    ['a text', () => 'x'.repeat(10_000_000)],
    ['commas', () => ','.repeat(10_000_000)],
    ['a list of blanks', () => Array.from({ length: 1_000_000 }, () => '')],
    ['lists in lists', () => JSON.parse('['.repeat(1_000_000) + ']'.repeat(1_000_000)) as unknown],
  ])('10 MB of %s are read at once', (_, make) => {
    const value = make();
    const started = performance.now();
    expect(readTechnologies(value).length).toBeLessThanOrEqual(1);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
