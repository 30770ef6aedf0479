/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { pathFromHere } from './pathFromHere';

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['/site', '/site/.local/pocketbase', '.local/pocketbase'],
  ['/site/docs', '/site/.local/pocketbase', '/site/.local/pocketbase'],
  ['/site', '/srv/data', '/srv/data'],
])('when npm was called in %s, the path %s is written as %s', (folder, path, expected) => {
  jest.replaceProperty(process, 'env', { INIT_CWD: folder });
  expect(pathFromHere(path)).toBe(expected);
});

test('without npm, paths are relative to the process’s working directory', () => {
  jest.replaceProperty(process, 'env', {});
  expect(pathFromHere(`${process.cwd()}/data`)).toBe('data');
});
