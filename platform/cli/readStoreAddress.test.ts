import { afterEach, expect, jest, test } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { commands } from './commands';
import { readStoreAddress } from './readStoreAddress';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs a command, and returns what it wrote to stderr, followed by what it threw. */
async function run(...words: string[]): Promise<string> {
  const written: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  jest.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exit');
  });
  await commands()
    .parseAsync(words, { from: 'user' })
    .catch((error: unknown) => written.push(`thrown: ${(error as Error).message}`));
  return written.join('');
}

test.each([
  ['s3:/bucket', 's3:/bucket is not the address of a store. Name a directory, or s3://bucket/prefix'],
  ['htp://x', 'htp://x is not the address of a store. Name a directory, or s3://bucket/prefix'],
  ['s3://Bucket', 's3://Bucket is not the address of a bucket. Write s3://bucket or s3://bucket/prefix.'],
  ['', '"" is not the address of a store. Name a directory'],
  ['~/store', '~/store begins with "~", which your shell has not replaced.'],
])('every command refuses the store %j before it does anything', async (address, advice) => {
  for (const [command, option] of [
    ['apps', '--to'],
    ['preview', '--to'],
    ['preview', '--previews'],
    ['rollback', '--to'],
    ['releases', '--to'],
    ['watch', '--to'],
    ['serve', '--previews'],
    ['prune', '--to'],
  ] as const) {
    const refusal = await run(command, option, address);
    expect(refusal).toContain(`error: option '${option} `);
    expect(refusal).toContain(advice);
    expect(refusal).toMatch(/thrown: exit$/);
  }
});

test('a file is not a valid store, but a directory that does not exist yet is', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, 'notes.txt');
  await writeFile(file, 'notes');
  expect(await run('apps', '--to', file)).toContain(`${file} is a file. Name a directory, or s3://bucket`);
  expect(() => readStoreAddress(file)).toThrow('is a file');
  expect(readStoreAddress(join(directory, 'new'))).toBe(join(directory, 'new'));
  expect(await readdir(directory)).toEqual(['notes.txt']);
});
