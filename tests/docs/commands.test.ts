import { expect, test } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readCommands } from './testing/readBlocks';
import { RUN_ELSEWHERE } from './testing/RUN_ELSEWHERE';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Documents whose commands other documents and tests run. */
const NOT_FOLLOWED = ['README.md', '.github/CONTRIBUTING.md', 'docs/pipeline.md'];

/** The documents that the tests beside this one follow. */
async function followed(): Promise<string[]> {
  const tests = (await readdir(__dirname)).filter((name) => name.endsWith('.integration.test.ts'));
  const sources = await Promise.all(tests.map((name) => readFile(join(__dirname, name), 'utf8')));
  return sources.flatMap((source) =>
    [...source.matchAll(/here\.follow\('([^']+)'/g)].map(([, name]) => name ?? ''),
  );
}

const commandsOf = (document: string) => readCommands(join(REPOSITORY, document));

test('every document that has commands is followed by a test', async () => {
  const names = [
    'README.md',
    '.github/CONTRIBUTING.md',
    ...(await readdir(join(REPOSITORY, 'docs'))).map((name) => `docs/${name}`),
  ].filter((name) => name.endsWith('.md'));
  const withCommands: string[] = [];
  for (const name of names) if ((await commandsOf(name)).length > 0) withCommands.push(name);
  expect(withCommands.sort()).toEqual([...NOT_FOLLOWED, ...(await followed())].sort());
});

test.each(NOT_FOLLOWED)(
  '%s has no command that is not run by following another document, or elsewhere',
  async (name) => {
    const others = await Promise.all((await followed()).map(commandsOf));
    const known = [...others.flat(), ...Object.keys(RUN_ELSEWHERE)];
    for (const command of await commandsOf(name)) expect(known).toContain(command);
  },
);
