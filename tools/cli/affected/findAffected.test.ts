import { beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directoryStore } from '../../store/directoryStore';
import type { Store } from '../../store/Store';
import { temporaryDirectory } from '../../testing/temporaryDirectory';
import { findAffected } from './findAffected';

let repository: string;
let lines: string[];
const commits: string[] = [];

beforeEach(async () => {
  commits.length = 0;
  repository = await temporaryDirectory();
  git('init', '--quiet', '--initial-branch=main');
  for (const app of ['shell', 'studio-remote', 'micora-remote']) await change(app, 'package.json');
  for (const app of ['studio-remote', 'micora-remote']) await change(app, 'remote.config.ts');
  commit();
  for (const app of ['studio-remote', 'micora-remote']) {
    await change(app, 'routes.tsx');
    commit();
  }
});

function git(...words: string[]): string {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...author, ...words], { cwd: repository, encoding: 'utf8' }).trim();
}

function commit(): void {
  git('add', '.');
  git('commit', '--quiet', '--message', 'Change it');
  commits.push(git('rev-parse', 'HEAD'));
}

async function change(app: string, file: string): Promise<void> {
  await mkdir(join(repository, app), { recursive: true });
  await writeFile(join(repository, app, file), `{ "name": "@site/${app}" }`);
}

/** A store in which these builds became live in turn; the later in the list, the earlier built if told so. */
async function storeOf(...entries: Record<string, { commit?: string; clean?: boolean; builtAt?: string }>[]) {
  const store: Store = directoryStore(await temporaryDirectory());
  for (const [index, apps] of entries.entries()) {
    const builds = Object.fromEntries(
      Object.entries(apps).map(([app, source]) => [app, { clean: true, builtAt: String(index), ...source }]),
    );
    await store.write(`history/${index + 1}.json`, JSON.stringify({ release: 'x', at: '', builds }));
  }
  return store;
}

const find = async (options: { since?: string; store?: Store }) => {
  lines = [];
  const { apps } = await findAffected({ repository, log: (line) => void lines.push(line), ...options });
  return apps;
};
const live = (...at: (number | undefined)[]) =>
  Object.fromEntries(
    ['shell', 'studio-remote', 'micora-remote'].map((app, index) => {
      const known = commits[at[index] ?? -1];
      return [app, known ? { commit: known } : {}];
    }),
  );

test('finds what the commits since one have changed', async () => {
  expect(await find({ since: commits[0] ?? '' })).toEqual(['micora-remote', 'studio-remote']);
  expect(await find({ since: commits[1] ?? '' })).toEqual(['micora-remote']);
  expect(await find({ since: 'HEAD' })).toEqual([]);
});

test.each(['0000000000000000000000000000000000000000', '', 'nonsense'])(
  'takes everything for changed since %j, which it does not know, and says so',
  async (since) => {
    expect(await find({ since })).toEqual(['shell', 'micora-remote', 'studio-remote']);
    expect(lines).toEqual([`Commit ${since} is not known here: everything counts as changed.`]);
  },
);

test('finds the apps that have changed since they were deployed, each by its own commit', async () => {
  expect(await find({ store: await storeOf(live(0, 1, 1)) })).toEqual(['micora-remote']);
  expect(await find({ store: await storeOf(live(0, 1, 1)), since: commits[0] ?? '' })).toEqual([
    'micora-remote',
    'studio-remote',
  ]);
  expect(await find({ store: await storeOf() })).toEqual(['shell', 'micora-remote', 'studio-remote']);
  expect(await find({ store: await storeOf(live(0, 2, undefined)) })).toEqual(['micora-remote']);
});

test('a build of a checkout with other changes counts as unknown', async () => {
  const dirty = { ...live(2, 2, 2), shell: { commit: commits[2] ?? '', clean: false } };
  expect(await find({ store: await storeOf(dirty) })).toEqual(['shell']);
});

test('what was rolled back is not affected by that: its newest build counts', async () => {
  const rolledBack = { ...live(2, 2, 2), 'studio-remote': { commit: commits[0] ?? '', builtAt: '-1' } };
  expect(await find({ store: await storeOf(live(2, 2, 2), rolledBack) })).toEqual([]);
});

test('a later commit that is deployed already is not affected', async () => {
  const store = await storeOf(live(2, 2, 2));
  git('checkout', '--quiet', commits[0] ?? '');
  expect(await find({ store })).toEqual([]);
  git('checkout', '--quiet', 'main');
});
