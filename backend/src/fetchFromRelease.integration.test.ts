import { afterEach, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { zipSync } from 'fflate';
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
function release(handsOut: Uint8Array | ((response: ServerResponse) => void)): Promise<string> {
  return listen((request, response) => {
    if (request.url === '/checksums.txt') {
      response.end(`${'0'.repeat(64)}  pocketbase_0.40.6_windows_amd64.zip\n${sum(archive)}  ${ARCHIVE}\n`);
    } else if (request.url === `/${ARCHIVE}`) {
      if (handsOut instanceof Uint8Array) response.end(handsOut);
      else handsOut(response);
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
  const baseUrl = await listen(() => undefined);
  await expect(fetchFromRelease(ARCHIVE, baseUrl, { sumsMs: 200, archiveMs: 200 })).rejects.toThrow(
    `${baseUrl}/checksums.txt cannot be downloaded: The operation was aborted due to timeout`,
  );
});

test('a download that does not come to an end is given up on', async () => {
  const baseUrl = await release((response) => response.write('a beginning'));
  await expect(fetchFromRelease(ARCHIVE, baseUrl, { sumsMs: 5_000, archiveMs: 400 })).rejects.toThrow(
    `${baseUrl}/${ARCHIVE} cannot be downloaded: The operation was aborted due to timeout`,
  );
});

test('a download that is too large is given up on before it begins', async () => {
  const baseUrl = await release((response) => {
    response.writeHead(200, { 'content-length': 200 * 1024 * 1024 }).write('a beginning');
  });
  await expect(fetchFromRelease(ARCHIVE, baseUrl)).rejects.toThrow('it is too large');
});

test('a missing file is told by its status', async () => {
  const baseUrl = await listen((_, response) => response.writeHead(404).end());
  await expect(fetchFromRelease(ARCHIVE, baseUrl)).rejects.toThrow(
    `${baseUrl}/checksums.txt cannot be downloaded: status 404`,
  );
});
