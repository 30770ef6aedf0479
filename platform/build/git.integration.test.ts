import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { git } from './git';

let repository: string;
let said: string[];

function commit(directory: string): void {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  for (const words of [
    ['init', '--quiet'],
    [...author, 'commit', '--quiet', '--allow-empty', '-m', directory],
  ])
    execFileSync('git', words, { cwd: directory });
}

beforeEach(async () => {
  repository = join(await temporaryDirectory(), 'checkout');
  mkdirSync(repository);
  said = [];
  jest.spyOn(console, 'warn').mockImplementation((line: string) => void said.push(line));
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('a build in a hook of another repository reads its own checkout', async () => {
  commit(repository);
  const other = await temporaryDirectory();
  commit(other);
  // Calls `git` in a process with two environment variables that git sets for hooks, `GIT_DIR` and `GIT_WORK_TREE`.
  const program = `import { git } from ${JSON.stringify(join(import.meta.dirname, 'git.ts'))};
    console.log(git(${JSON.stringify(repository)}, 'log', '--format=%s'));`;
  const words = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', program];
  const env = { ...process.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other };
  expect(execFileSync(process.execPath, words, { encoding: 'utf8', env })).toBe(`${repository}\n`);
});

test('a folder that is not a checkout has no commit, and no warning is logged', () => {
  expect(git(repository, 'rev-parse', 'HEAD')).toBeUndefined();
  expect(said).toEqual([]);
});

const isRoot = process.getuid?.() === 0;

(isRoot ? test : test.skip)('if git refuses the checkout of another owner, a warning says why', () => {
  commit(repository);
  for (const path of [join(repository, '.git'), repository]) chownSync(path, 4321, 4321);
  jest.replaceProperty(process, 'env', { ...process.env, SUDO_UID: undefined, HOME: repository });
  expect(git(repository, 'rev-parse', 'HEAD')).toBeUndefined();
  expect(said).toEqual([expect.stringMatching(/dubious ownership(.|\n)*safe\.directory/)]);
});
