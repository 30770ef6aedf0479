import '../testing/renderHere';
import { beforeEach, expect, jest, test } from '@jest/globals';
import promises, { readdir } from 'node:fs/promises';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { deploy } from '../release/deploy';
import type { Change } from '../release/steps/plan';
import { failingServer } from '../testing/failingServer';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { describeWithS3, newBucketAddress } from '../testing/startS3';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { assertExclusive } from './assertExclusive';
import { openStore } from './openStore';
import type { Store } from './Store';

jest.mock('node:fs/promises', () => ({ ...jest.requireActual<typeof promises>('node:fs/promises') }));

jest.setTimeout(60_000);

const FIRST: Change = { kind: 'deploy', builds: [tinyShell(), tinyStudio()] };
const log = () => undefined;

// Not every machine can mount a file system without hard links, so the error is simulated.
test.each(['EPERM', 'ENOSYS', 'ENOTSUP'])(
  'a directory without hard links (%s) is refused before anything is written',
  async (code) => {
    const directory = join(await temporaryDirectory(), 'store');
    const refused = Object.assign(new Error(`${code}: operation not permitted, link`), {
      code,
      syscall: 'link',
    });
    const link = jest.spyOn(promises, 'link').mockRejectedValue(refused);
    const store = await openStore(directory, '/');
    await expect(assertExclusive(store)).rejects.toThrow(
      `${directory}/probes is on a file system without hard links (${code}), which keep two processes from creating the same file. Use a folder on another disk.`,
    );
    expect(await readdir(directory).catch(() => [])).toEqual([]);

    link.mockRestore();
    await assertExclusive(store);
    expect(await readdir(directory).catch(() => [])).toEqual([]);
  },
);

describeWithS3('S3 servers with quirks', () => {
  let endpoint: string;
  let address: string;
  let direct: Store;
  let requests: string[];

  beforeEach(async () => {
    endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? '';
    address = newBucketAddress();
    direct = await openStore(address, '/');
    requests = [];
  });

  type Quirk = (request: IncomingMessage, response: ServerResponse) => Promise<boolean> | boolean;

  /**
   * Opens the same store as `direct`, but through a server with a quirk.
   *
   * @param answer the quirk. If it returns true, it has responded to the request itself. If it returns false, the real
   *   server responds
   */
  async function openAt(answer: Quirk = () => false): Promise<Store> {
    const server = await failingServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      void Promise.resolve(answer(request, response)).then((isAnswered) => {
        if (!isAnswered) pass(request, response);
      });
    });
    process.env.AWS_ENDPOINT_URL_S3 = server;
    const store = await openStore(address, '/');
    process.env.AWS_ENDPOINT_URL_S3 = endpoint;
    return store;
  }

  function pass(request: IncomingMessage, response: ServerResponse, onRefusal?: () => void): void {
    const { method, url = '', headers } = request;
    request.pipe(
      forward(endpoint + url, { method, headers }, (answer) => {
        if (answer.statusCode === 412 && onRefusal) onRefusal();
        else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
      }),
    );
  }

  function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
    request.resume();
    const body = `<Error><Code>${code}</Code><Message>That header is not implemented.</Message></Error>`;
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  }

  /**
   * The quirk of a server that ignores the condition of a conditional write. The request's signature covers the condition,
   * so the condition cannot be removed from the request. Instead, a new request without the condition is sent.
   */
  const ignoreCondition: Quirk = async (request, response) => {
    if (request.method !== 'PUT' || !request.headers['if-none-match']) return false;
    const client = new S3Client({ endpoint, forcePathStyle: true });
    const [Bucket = '', ...words] = (request.url ?? '').replace(/\?.*/, '').slice(1).split('/');
    const Key = words.map(decodeURIComponent).join('/');
    await client.send(new PutObjectCommand({ Bucket, Key, Body: await text(request) }));
    client.destroy();
    response.writeHead(200).end();
    return true;
  };

  const listAll = async () => {
    const files = await Promise.all(
      ['releases', 'pages', 'probes'].map((folder) => direct.list(folder, { deep: true })),
    );
    return files.flat().map(({ key }) => key);
  };
  const isProbe = (line: string) => line.includes('/probes/');

  test('a server that ignores conditions is refused before anything is written', async () => {
    const store = await openAt(ignoreCondition);
    await expect(deploy({ store, change: FIRST, log })).rejects.toThrow(
      'The server of this store does not support conditional writes (If-None-Match)',
    );
    expect(requests.filter((line) => !line.startsWith('GET')).every(isProbe)).toBe(true);
    expect(await listAll()).toEqual([]);
  });

  test('a server that rejects conditions is refused, and its own error message is quoted', async () => {
    const store = await openAt((request, response) => {
      if (!request.headers['if-none-match']) return false;
      refuse(request, response, 501, 'NotImplemented');
      return true;
    });
    await expect(deploy({ store, change: FIRST, log })).rejects.toThrow(
      '(501 NotImplemented: That header is not implemented)',
    );
    expect(await listAll()).toEqual([]);
  });

  test('a server may return status 409 instead of 412 when it refuses to overwrite', async () => {
    const store = await openAt((request, response) => {
      pass(request, response, () => refuse(request, response, 409, 'KeyAlreadyExists'));
      return true;
    });
    expect(await store.create('releases/1.json.gz', 'mine')).toBe(true);
    expect(await store.create('releases/1.json.gz', 'theirs')).toBe(false);
    expect(await listAll()).toEqual(['releases/1.json.gz']);
  });

  test.each([
    [501, 'NotImplemented'],
    [400, 'InvalidArgument'],
  ])('no checksums are sent to a server that would refuse them with status %d', async (status, code) => {
    const store = await openAt((request, response) => {
      const isChecksum = (name: string) => /^x-amz-(?:sdk-)?checksum|^x-amz-trailer/.test(name);
      if (!Object.keys(request.headers).some(isChecksum)) return false;
      refuse(request, response, status, code);
      return true;
    });
    await store.write('pages/a', 'page');
    expect(await store.create('releases/1.json.gz', 'mine')).toBe(true);
    expect((await store.read('pages/a'))?.toString()).toBe('page');
    expect(await store.list('releases/')).toEqual(['1.json.gz']);
    await store.remove('pages/a');
    expect(await listAll()).toEqual(['releases/1.json.gz']);
  });

  test('a server is tested before the first release, and never again', async () => {
    const store = await openAt();
    await deploy({ store, change: FIRST, log });
    const probes = requests.filter(isProbe).map((line) => line.split(' ')[0]);
    expect(probes).toEqual(['PUT', 'PUT', 'GET', 'DELETE']);
    requests = [];
    await deploy({ store: await openAt(), change: { kind: 'deploy', builds: [tinyStudio('Two')] }, log });
    expect(requests.filter(isProbe)).toEqual([]);
    expect((await listAll()).filter((key) => key.startsWith('probes/'))).toEqual([]);
  });

  test('many stores can test a server at once', async () => {
    const stores = await Promise.all(Array.from({ length: 10 }, () => openAt()));
    await Promise.all(stores.map(assertExclusive));
    expect(await listAll()).toEqual([]);
  });
});
