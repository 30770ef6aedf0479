import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { MANIFEST } from '@site/platform/build/BuildDescription';
import { computeIntegrity } from '@site/platform/build/computeIntegrity';

jest.setTimeout(180_000);

const repository = resolve(import.meta.dirname, '../..');
// The copies must be on the same file system as `node_modules`, because hard links cannot cross file systems.
const home = join(repository, '.local', `reproducible-${process.pid}`);
const checkouts = [join(home, 'here'), join(home, 'in/another/folder')] as const;

beforeAll(async () => {
  await Promise.all(checkouts.map(copyTo));
  await addRemote(checkouts[1]);
  await Promise.all(checkouts.map(build));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Makes a Git repository with everything that a build of MiCora's remote needs. Each repository has a different commit. */
async function copyTo(place: string): Promise<void> {
  await mkdir(place, { recursive: true });
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: place });
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  await git('init', '--quiet');
  await git(...author, 'commit', '--quiet', '--allow-empty', '-m', place);
  const rootFiles = (await readdir(repository)).filter((name) =>
    /^(?:package|tsconfig|webpack)\b/.test(name),
  );
  for (const name of [...rootFiles, 'micora-remote', 'shared', 'platform']) {
    const isSource = (path: string) => !/\/(?:dist|node_modules)$/.test(path);
    cpSync(join(repository, name), join(place, name), { recursive: true, filter: isSource });
  }
  // Hard-link every file in `node_modules`. With a symbolic link, webpack would use the path to which the link points.
  await promisify(execFile)('cp', ['-al', join(repository, 'node_modules'), place]);
}

async function build(checkout: string): Promise<void> {
  const command = ['--import', 'tsx', resolve(repository, 'node_modules/webpack-cli/bin/cli.js')];
  const statistics = ['--json', join(checkout, 'statistics.json'), '--stats', 'verbose'];
  const cwd = join(checkout, 'micora-remote');
  await promisify(execFile)(process.execPath, [...command, ...statistics], { cwd });
}

function buildFolder(checkout: string): string {
  return join(checkout, 'micora-remote/dist/production');
}

/**
 * Adds another team's remote to a repository, as described in docs/add-a-remote.md. The remote consists of a folder and an
 * entry in the lock file.
 */
async function addRemote(place: string): Promise<void> {
  cpSync(join(place, 'micora-remote'), join(place, 'events-remote'), { recursive: true });
  for (const name of ['package.json', 'remote.config.ts']) {
    const path = join(place, 'events-remote', name);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('micora', 'events'));
  }
  const path = join(place, 'package-lock.json');
  const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: Record<string, object> };
  lock.packages['events-remote'] = { ...lock.packages['micora-remote'], name: '@site/events-remote' };
  await writeFile(path, JSON.stringify(lock));
}

async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [relative(folder, file), computeIntegrity(await readFile(file))] as const),
    ),
  );
}

async function readCommit(folder: string): Promise<unknown> {
  const origin = await readFile(join(folder, 'server/origin.json'), 'utf8');
  return (JSON.parse(origin) as { commit?: string }).commit;
}

test('a build does not depend on the path, the commit or the other apps of the repository', async () => {
  const [here = {}, elsewhere = {}] = await Promise.all(checkouts.map(buildFolder).map(contents));
  const commits = await Promise.all(checkouts.map(buildFolder).map(readCommit));
  expect(commits).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/), expect.stringMatching(/^[0-9a-f]{40}$/)]);
  expect(new Set(commits).size).toBe(2);
  // `origin.json` differs, because it records the commit.
  for (const built of [here, elsewhere]) delete built['server/origin.json'];
  expect(Object.keys(here)).toContain('build.json');
  expect(elsewhere).toEqual(here);
});

test('no module id depends on the path of the repository', async () => {
  // Comparing the builds is not enough, because even if the ids depended on the path, only one path in forty would change
  // a build.
  const [here, elsewhere] = await Promise.all(checkouts.map(moduleIds));
  expect(here).toEqual(expect.arrayContaining(['container', 'federation', expect.stringMatching(/^\d+$/)]));
  expect(elsewhere).toEqual(here);
});

async function moduleIds(checkout: string): Promise<string[]> {
  const content = await readFile(join(checkout, 'statistics.json'), 'utf8');
  const { children } = JSON.parse(content) as {
    children: { chunks: { modules?: { id: string | number | null }[] }[] }[];
  };
  const ids = children.flatMap(({ chunks }) =>
    chunks.flatMap(({ modules = [] }) => modules.map(({ id }) => String(id))),
  );
  return ids.sort();
}

test('the manifest of a remote has the integrity hash of every file that browsers load', async () => {
  const folder = buildFolder(checkouts[0]);
  const content = await readFile(join(folder, 'browser', MANIFEST), 'utf8');
  const { integrity } = JSON.parse(content) as { integrity: Record<string, string> };
  const files = Object.entries(await contents(folder))
    .filter(([name]) => name.startsWith('browser/') && !name.endsWith(MANIFEST))
    .map(([name, hash]) => [name.slice('browser/'.length), hash] as const);
  expect(integrity).toEqual(Object.fromEntries(files));
  expect(Object.keys(integrity)).toEqual(expect.arrayContaining(['remoteEntry.js', 'routes.js']));
});
