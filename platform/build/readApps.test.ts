import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { readApps } from './readApps';
import { readRemote } from './readRemote';

let repository: string;

beforeEach(async () => {
  repository = await temporaryDirectory();
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(repository, path)), { recursive: true });
  await writeFile(join(repository, path), text);
}

const config = (name: string) => `export const remote = { name: '${name}', mount: '/', paths: [] };`;

test('names an app by its remote.config.ts, regardless of its folder', async () => {
  await write('shell/webpack.config.ts', '');
  await write('jobs/remote.config.ts', config('careers'));
  expect([...readApps(repository)]).toEqual([
    ['shell', join(repository, 'shell')],
    ['careers-remote', join(repository, 'jobs')],
  ]);
});

test('finds the app of a repository that contains a single remote', async () => {
  await write('remote.config.ts', config('careers'));
  await write('src/routes.tsx', '');
  expect([...readApps(repository)]).toEqual([['careers-remote', repository]]);
});

test('refuses two remotes with the same name, and names both folders', async () => {
  await write('careers/remote.config.ts', config('careers'));
  await write('jobs/remote.config.ts', config('careers'));
  expect(() => readApps(repository)).toThrow(/\/careers and .*\/jobs have the same name/);
});

test('reads a configuration and its imports again on each call', async () => {
  await write('remote.config.ts', `import { name } from './name'; export const remote = { name };`);
  await write('name.ts', `export const name: string = 'careers';`);
  expect(readRemote(repository)).toEqual({ name: 'careers' });
  await write('name.ts', `export const name: string = 'jobs';`);
  expect(readRemote(repository)).toEqual({ name: 'jobs' });
});

test.each([
  ['export const remote = {', /remote\.config\.ts cannot be read: .*found end of file/s],
  ['export const remotes = {};', /remote\.config\.ts does not export "remote" with a name/],
  [`throw new Error('no name yet')`, /remote\.config\.ts cannot be read: no name yet/],
])('refuses an invalid configuration, and names the file and the problem: %s', async (text, message) => {
  await write('remote.config.ts', text);
  expect(() => readApps(repository)).toThrow(message);
});
