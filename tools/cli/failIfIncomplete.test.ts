import '../testing/renderHere';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import type { Command } from 'commander';
import { directoryStore } from '../store/directoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { BAD, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { deployCommand } from './deployCommand';
import { previewCommand } from './previewCommand';
import { rollbackCommand } from './rollbackCommand';
import { watchCommand } from './watchCommand';

let folder: string;
const site = useTinySite(async () => {
  folder = await temporaryDirectory();
  return directoryStore(folder);
});

let said: string[];
const { exitCode } = process;

beforeEach(() => {
  said = [];
  jest.spyOn(console, 'log').mockReturnValue();
  jest.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)));
  // A record comes whose page cannot be rendered.
  site.items = [
    { id: 'abc', title: 'Harbour' },
    { id: 'new', title: BAD },
  ];
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = exitCode;
});

/** Runs a command on the site's store. @returns the status that it ends with */
async function run(command: Command, ...words: string[]): Promise<typeof process.exitCode> {
  process.exitCode = 0;
  await command.parseAsync(['--to', folder, ...words], { from: 'user' });
  return process.exitCode;
}

const backend = () => ['--backend', site.backendUrl];
const watchOnce = () => run(watchCommand(), '--once', ...backend());

async function artifact(build = tinyPortfolio('Work')): Promise<string[]> {
  const directory = join(await temporaryDirectory(), 'build');
  await writeBuild(directory, build);
  return ['--artifact', directory];
}

test.each([
  ['watch --once', () => watchOnce()],
  ['a deployment', async () => run(deployCommand(), ...(await artifact()), ...backend())],
  [
    'a deployment of the shell',
    async () => run(deployCommand(), ...(await artifact(tinyShell('Two'))), ...backend()),
  ],
])('%s publishes the rest, names what could not be rendered, ends with status 1', async (_what, act) => {
  expect(await act()).toBe(1);
  expect(Object.keys((await site.live()).failed ?? {})).toEqual(['projects/new.html']);
  expect(await site.page('projects.html')).toContain(`Harbour, ${BAD}`);
  expect(said).toEqual([
    'These pages could not be rendered, and all others could: /projects/new. Correct their data or their code. This tries them again: npm run deploy -- watch --once --backend <url>',
  ]);
});

test('a preview is written, names them and ends with status 1', async () => {
  expect(await run(previewCommand(), ...(await artifact()), ...backend())).toBe(1);
  expect(await directoryStore(`${folder}-previews`).list('')).toHaveLength(1);
  expect(said.join()).toContain('/projects/new');
});

test('a rollback does so, too', async () => {
  site.items = [{ id: 'abc', title: 'Harbour' }];
  await site.put(tinyPortfolio('Work'));
  site.items.push({ id: 'new', title: BAD });
  await site.put();
  expect(await run(rollbackCommand(), 'studio-remote')).toBe(1);
  expect((await site.live()).apps).toEqual(site.first.apps);
  expect(said.join()).toContain('/projects/new');
});

test('another team’s deployment succeeds, and so does the next try once the data is right', async () => {
  expect(await watchOnce()).toBe(1);
  expect(await watchOnce()).toBe(1);
  said = [];
  expect(await run(deployCommand(), ...(await artifact(tinyMicora('Two'))), ...backend())).toBe(0);
  expect(await site.page('micora.html')).toContain('Two');
  site.items = [{ id: 'new', title: 'Good' }];
  expect(await watchOnce()).toBe(0);
  expect(said).toEqual([]);
});

test('an app that cannot be read is named with status 1, and another team’s deployment succeeds', async () => {
  site.items = [];
  for (const id of ['abc', 'def', 'ghi', 'jkl']) site.items.push({ id, title: id });
  await site.put();
  site.items.splice(1);
  expect(await watchOnce()).toBe(1);
  expect(said).toEqual([
    'The pages of studio-remote show older data, since it could not be read; see above. This tries them again: npm run deploy -- watch --once --backend <url>',
  ]);
  expect(await run(deployCommand(), ...(await artifact(tinyMicora('Two'))), ...backend())).toBe(0);
  expect(await run(deployCommand(), ...(await artifact(tinyShell('Two'))), ...backend())).toBe(1);
  expect(await run(watchCommand(), '--once', '--accept-removals', ...backend())).toBe(0);
  expect(Object.keys((await site.live()).pages)).not.toContain('projects/def.html');
});
