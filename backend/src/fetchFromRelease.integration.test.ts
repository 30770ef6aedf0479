import { afterEach, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
import { downloadFile } from './downloadFile';
import { fetchFromRelease } from './fetchFromRelease';

jest.setTimeout(30_000);

const ARCHIVE = 'pocketbase_0.40.6_linux_amd64.zip';
const program = Buffer.from('the program');
const archive = zipSync({ 'CHANGELOG.md': Buffer.from('news'), pocketbase: program });
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

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

/** A release whose checksums are those of `archive`, whatever it hands out. */
function release(handsOut: Uint8Array): Promise<string> {
  return listen((request, response) => {
    if (request.url === '/checksums.txt') {
      response.end(`${'0'.repeat(64)}  pocketbase_0.40.6_windows_amd64.zip\n${sum(archive)}  ${ARCHIVE}\n`);
    } else if (request.url === `/${ARCHIVE}`) {
      response.end(handsOut);
    } else {
      response.writeHead(404).end();
    }
  });
}

test('the executable is taken out of an archive that its checksum vouches for', async () => {
  expect(Buffer.from(await fetchFromRelease(ARCHIVE, await release(archive)))).toEqual(program);
});

test('a tampered archive is refused', async () => {
  const tampered = zipSync({ pocketbase: Buffer.from('another program') });
  await expect(fetchFromRelease(ARCHIVE, await release(tampered))).rejects.toThrow(
    `${ARCHIVE} is not the file it should be: its SHA-256 is ${sum(tampered)}, expected ${sum(archive)}.`,
  );
});

test('an archive that the checksums do not name is refused', async () => {
  const baseUrl = await release(archive);
  await expect(fetchFromRelease('pocketbase_0.40.6_plan9.zip', baseUrl)).rejects.toThrow(
    'checksums.txt does not name pocketbase_0.40.6_plan9.zip',
  );
});

test('a server that never answers is given up on', async () => {
  const url = await listen(() => undefined);
  await expect(downloadFile(url, { connectMs: 200, totalMs: 5_000, maxBytes: 10 })).rejects.toThrow(
    `Cannot download ${url}: no answer within 0.2 s`,
  );
});

test('a download that does not come to an end is given up on', async () => {
  const url = await listen((_, response) => response.writeHead(200).write('a beginning'));
  await expect(downloadFile(url, { connectMs: 5_000, totalMs: 400, maxBytes: 100 })).rejects.toThrow(
    `Cannot download ${url}: not finished after 0.4 s`,
  );
});

test('a download that is too large is given up on', async () => {
  const url = await listen((_, response) => response.end(Buffer.alloc(2_000)));
  await expect(downloadFile(url, { connectMs: 5_000, totalMs: 5_000, maxBytes: 1_000 })).rejects.toThrow(
    `Cannot download ${url}: larger than 1000 bytes`,
  );
});

test('a missing file is told by its status', async () => {
  const url = `${await release(archive)}/missing`;
  await expect(downloadFile(url, { connectMs: 5_000, totalMs: 5_000, maxBytes: 100 })).rejects.toThrow(
    `Cannot download ${url}: status 404`,
  );
});
