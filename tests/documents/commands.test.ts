import { expect, test } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readCommands } from './testing/readBlocks';
import { RUN_ELSEWHERE } from './testing/RUN_ELSEWHERE';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/**
 * Documents that no test follows from top to bottom. Each command in them must also be in a document that a test follows, or
 * in `RUN_ELSEWHERE`.
 */
const NOT_FOLLOWED = ['README.md', '.github/CONTRIBUTING.md', 'docs/pipeline.md', 'docs/field.md'];

/** Returns the documents that tests follow. A test follows a document by running its commands in order. */
async function findFollowed(): Promise<string[]> {
  const tests = (await readdir(__dirname)).filter((name) => name.endsWith('.integration.test.ts'));
  const sources = await Promise.all(tests.map((name) => readFile(join(__dirname, name), 'utf8')));
  return sources.flatMap((source) =>
    [...source.matchAll(/here\.follow\('([^']+)'/g)].map(([, name]) => name ?? ''),
  );
}

const listCommands = (document: string) => readCommands(join(REPOSITORY, document));

test('a test follows every document that has commands', async () => {
  const names = [
    'README.md',
    '.github/CONTRIBUTING.md',
    ...(await readdir(join(REPOSITORY, 'docs'))).map((name) => `docs/${name}`),
  ].filter((name) => name.endsWith('.md'));
  const withCommands: string[] = [];
  for (const name of names) {
    const commands = await listCommands(name);
    if (commands.length > 0) withCommands.push(name);
  }
  const known = [...NOT_FOLLOWED, ...(await findFollowed())];
  expect(withCommands.sort()).toEqual(known.sort());
});

test.each(NOT_FOLLOWED)('every command of %s is run by a test or listed in RUN_ELSEWHERE', async (name) => {
  const followed = await findFollowed();
  const commands = await Promise.all(followed.map(listCommands));
  const known = [...commands.flat(), ...Object.keys(RUN_ELSEWHERE)];
  for (const command of await listCommands(name)) expect(known).toContain(command);
});

test('every documented command whose output a program reads keeps npm silent', async () => {
  const names = (await readdir(join(REPOSITORY, 'docs'))).map((name) => `docs/${name}`);
  const commands = await Promise.all(
    [...names, 'README.md', '.github/CONTRIBUTING.md']
      .filter((name) => name.endsWith('.md'))
      .map(listCommands),
  );
  // If a command contains `--json` or a pipe, a program reads its output. The program would fail on the two lines that npm
  // prints first unless npm is silent. A pipe to `tee` does not count, because people read that output.
  const read = commands.flat().filter((command) => /^npm run\b.*(?:--json\b|\|(?! *tee\b))/.test(command));
  expect(read.length).toBeGreaterThan(0);
  for (const command of read) expect(command).toMatch(/^npm run --silent /);
});
