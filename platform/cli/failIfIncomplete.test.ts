import '../testing/renderHere';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import { directoryStore } from '../store/directoryStore';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeBuild } from '../testing/tinyBuild';
import { BAD, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { commands } from './commands';

let folder: string;
const site = useTinySite(async () => {
  folder = await temporaryDirectory();
  return directoryStore(folder);
});

let logged: string[];
const { exitCode } = process;

beforeEach(() => {
  logged = [];
  jest.spyOn(console, 'log').mockReturnValue();
  jest.spyOn(console, 'error').mockImplementation((line: unknown) => void logged.push(String(line)));
  site.items = [
    { id: 'abc', title: 'Harbour' },
    { id: 'new', title: BAD },
  ];
});
afterEach(() => {
  jest.restoreAllMocks();
  process.exitCode = exitCode;
});

async function run(command: string, ...words: string[]): Promise<typeof process.exitCode> {
  process.exitCode = 0;
  await commands().parseAsync([command, '--to', folder, ...words], { from: 'user' });
  return process.exitCode;
}

const backend = () => ['--backend', site.backendUrl];
const watchOnce = () => run('watch', '--once', ...backend());

async function folders(build = tinyPortfolio('Work')): Promise<string[]> {
  const directory = join(await temporaryDirectory(), 'build');
  await writeBuild(directory, build);
  return ['--build', directory];
}

test.each([
  ['watch --once', () => watchOnce()],
  ['a deployment', async () => run('apps', ...(await folders()), ...backend())],
  ['a deployment of the shell', async () => run('apps', ...(await folders(tinyShell('Two'))), ...backend())],
])('%s names a page that is behind, publishes all others and exits with status 1', async (_what, act) => {
  expect(await act()).toBe(1);
  expect(Object.keys((await site.live()).behind ?? {})).toEqual(['projects/new.html']);
  expect(await site.page('projects.html')).toContain(`Harbour, ${BAD}`);
  expect(logged).toEqual([
    'Could not render /projects/new. All other pages are up to date. Fix the data or the code of the failed pages, then try again: npm run deploy -- watch --once --backend <url>',
  ]);
});

test('the preview command writes the preview, names pages that are behind and exits with status 1', async () => {
  expect(await run('preview', ...(await folders()), ...backend())).toBe(1);
  expect(await directoryStore(`${folder}-previews`).list('')).toHaveLength(1);
  expect(logged).toEqual([
    'Could not render /projects/new. All other pages are up to date. Fix the data or the code of the failed pages, then make the preview again',
  ]);
});

test('a preview without most projects is made with --accept-removals, as its refusal advises', async () => {
  site.items = ['abc', 'def', 'ghi', 'jkl'].map((id) => ({ id, title: id }));
  await site.put();
  site.items.splice(1);
  const previewing = async (...more: string[]) => run('preview', ...(await folders()), ...backend(), ...more);
  await expect(previewing()).rejects.toThrow('repeat this command with --accept-removals');
  expect(await previewing('--accept-removals')).toBe(0);
});

test('a rollback names pages that are behind and exits with status 1', async () => {
  site.items = [{ id: 'abc', title: 'Harbour' }];
  await site.put(tinyPortfolio('Work'));
  site.items.push({ id: 'new', title: BAD });
  await site.put();
  expect(await run('rollback', 'studio-remote')).toBe(1);
  expect((await site.live()).builds).toEqual(site.first.builds);
  expect(logged.join()).toContain('/projects/new');
});

test('watch fails until the data of a page that is behind is corrected, but other teams can still deploy', async () => {
  expect(await watchOnce()).toBe(1);
  expect(await watchOnce()).toBe(1);
  logged = [];
  expect(await run('apps', ...(await folders(tinyMicora('Two'))), ...backend())).toBe(0);
  expect(await site.page('micora.html')).toContain('Two');
  site.items = [{ id: 'new', title: 'Good' }];
  expect(await watchOnce()).toBe(0);
  expect(logged).toEqual([]);
});

test('if an app is unreadable, watch exits with status 1, but another team’s deployment succeeds', async () => {
  site.items = [];
  for (const id of ['abc', 'def', 'ghi', 'jkl']) site.items.push({ id, title: id });
  await site.put();
  site.items.splice(1);
  expect(await watchOnce()).toBe(1);
  expect(logged).toEqual([
    'The pages of studio-remote show older data, because the current data could not be read. Fix the cause that is logged above, then try again: npm run deploy -- watch --once --backend <url>',
  ]);
  expect(await run('apps', ...(await folders(tinyMicora('Two'))), ...backend())).toBe(0);
  expect(await run('apps', ...(await folders(tinyShell('Two'))), ...backend())).toBe(1);
  expect(await run('watch', '--once', '--accept-removals', ...backend())).toBe(0);
  expect(Object.keys((await site.live()).pages)).not.toContain('projects/def.html');
});
