import { describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readTitles } from './readTitles';
import { SECTIONS, TOPICS } from './specification';

const repository = resolve(import.meta.dirname, '../..');
const PREFIX = new RegExp(`^(?:§[${Object.keys(SECTIONS).join('')}] |(?:${TOPICS.join('|')}): )`);

describe('titles', () => {
  test.each(filesBelow('e2e/specs', /\.spec\.ts$/))(
    'in %s begin with a section of the specification or a topic',
    (file) => {
      const titles = titlesOf(file);
      expect(titles.length).toBeGreaterThan(0);
      expect(titles.map((path) => path.join(' › ')).filter((title) => !PREFIX.test(title))).toEqual([]);
    },
  );

  test('name each section of the specification', () => {
    const files = [
      ...filesBelow('e2e/specs', /\.spec\.ts$/),
      ...['shared', 'shell', 'studio-remote', 'micora-remote', 'backend', 'deploy'].flatMap((app) =>
        filesBelow(join(app, 'src'), /\.test\.tsx?$/),
      ),
    ];
    const titles = files.flatMap((file) => titlesOf(file).flat());
    const without = Object.entries(SECTIONS)
      .filter(([number]) => !titles.some((title) => new RegExp(`§${number}(?!\\d)`).test(title)))
      .map(([number, name]) => `§${number} ${name}`);
    expect(without).toEqual([]);
  });
});

describe('reading titles', () => {
  test('joins those of groups and tests, and leaves out empty ones', () => {
    const source = `
      test.describe('§2 a', () => { test.describe('', () => { test('b', () => {}) }) });
      describe.each([1])('§3 c', () => { test.each([[1]])('d %s', () => {}) });
      for (const x of y) test(\`§4 \${x} e\`, async () => {});
      test.use({ site: 'X' }); test.setTimeout(1); test.beforeAll(async () => {});`;
    expect(readTitles(source)).toEqual([['§2 a', 'b'], ['§3 c', 'd %s'], ['§4 ${x} e']]);
  });
});

function titlesOf(file: string): string[][] {
  return readTitles(readFileSync(join(repository, file), 'utf8'));
}

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));
}
