import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { failingServer } from '../testing/failingServer';
import { freePort } from '@site/backend/testing/freePort';
import { describeWithS3, newBucketAddress } from '../testing/startS3';
import { openStore } from './openStore';
import { s3Store } from './s3Store';
import type { Store } from './Store';

beforeEach(() => {
  jest.replaceProperty(process, 'env', {
    ...process.env,
    AWS_ACCESS_KEY_ID: 'test-access',
    AWS_SECRET_ACCESS_KEY: 'test-secret',
    AWS_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function storeAt(endpoint: string): Store {
  process.env.AWS_ENDPOINT_URL_S3 = endpoint;
  return s3Store({ bucket: 'site', prefix: 'p', answerLimit: 300 });
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  request.resume();
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}

const refusing = (status: number, code: string, requests: unknown[] = []) =>
  failingServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    refuse(request, response, status, code);
  });

const HINT =
  'Check AWS_ENDPOINT_URL and AWS_REGION, the keys and their permissions, and the server (docs/grow.md).';

describe('S3 store errors', () => {
  test.each([
    [301, 'PermanentRedirect'],
    [400, 'AuthorizationHeaderMalformed'],
    [400, 'RequestTimeTooSkewed'],
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [501, 'NotImplemented'],
    [503, 'SlowDown'],
  ])('the error for status %d (%s) has the server’s words and says where to look', async (status, code) => {
    const requests: unknown[] = [];
    const server = await refusing(status, code, requests);
    await expect(storeAt(server).read('a')).rejects.toThrow(
      `The bucket site at ${server} cannot be used for p/a (${status} ${code}: m). ${HINT}`,
    );
    // The client retries only if the failure may be temporary.
    expect(requests).toHaveLength(status === 503 ? 3 : 1);
  });

  test.each([
    [
      413,
      '<html>\r\n<h1>413 Request Entity Too Large</h1><hr>nginx\r\n</html>',
      '413 Request Entity Too Large nginx',
    ],
    [502, 'Bad gateway: upstream', 'Bad gateway: upstream'],
    [418, `${'no & <teapot '.repeat(99)}\u0007`, 'no & '],
    [400, '', 'Unknown: '],
    [302, '<html>moved</html>', 'Unknown: '],
    [200, '<html>Sign in', 'Sign in'],
  ])('the error quotes a response that is not from S3: status %d and %j', async (status, body, words) => {
    const server = await failingServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
    });
    const failure = await storeAt(server)
      .list('releases/')
      .catch((error: unknown) => (error as Error).message);
    expect(failure).toContain(
      `The bucket site at ${server} cannot be used for p/releases/ (${status} ${words}`,
    );
    expect(String(failure).length).toBeLessThan(600);
  });

  test('the error for an address that is invalid or does not answer names it', async () => {
    const store = storeAt(`http://127.0.0.1:${await freePort()}`);
    await expect(store.list('releases/')).rejects.toThrow(
      /^The bucket site at http:.* ECONNREFUSED .*\)\. Check/,
    );
    await expect(async () => storeAt('nowhere').list('releases/')).rejects.toThrow(
      /^The bucket site at nowhere .*Invalid URL.* Check AWS_ENDPOINT_URL/,
    );
  });

  test('the errors for missing credentials and for a missing region say what is missing', async () => {
    jest.replaceProperty(process, 'env', {
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_CONFIG_FILE: '/dev/null',
    });
    const failed = () => storeAt('http://127.0.0.1:9').read('a');
    await expect(failed()).rejects.toThrow(/Region is missing.*AWS_REGION/);
    process.env.AWS_REGION = 'us-east-1';
    await expect(failed()).rejects.toThrow(/Could not load credentials.*the keys/);
  });

  test.each([
    ['sends nothing', ''],
    ['stops in the middle of a response', 'half'],
  ])('reading and creating a key fail if the server %s', async (_what, sent) => {
    const store = storeAt(
      await failingServer((_request, response) => {
        if (sent === 'half') response.writeHead(200, { 'content-length': 100 }).write(sent);
      }),
    );
    await expect(store.read('a')).rejects.toThrow(HINT);
    await expect(store.create('releases/1.json', 'a')).rejects.toThrow(HINT);
  });
});

test('a self-hosted server is addressed with the bucket in the path', async () => {
  const requests: unknown[] = [];
  const { port } = new URL(await refusing(404, 'NoSuchKey', requests));
  expect(await storeAt(`http://localhost:${port}`).read('a')).toBeUndefined();
  expect(requests).toEqual([`localhost:${port} /site/p/a?x-id=GetObject`]);
});

describeWithS3('an S3 store over a bad network', () => {
  let direct: Store;
  /** The same store as `direct`, but over a network that loses responses. */
  let store: Store;
  /** What happens to the first responses, in order. All later responses arrive intact. */
  let fates: ('drop' | 'cut' | 'conflict' | 'fail')[];

  beforeEach(async () => {
    const address = newBucketAddress();
    const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? '';
    const prefix = address.slice('s3://site/'.length);
    direct = s3Store({ bucket: 'site', prefix });
    fates = [];
    process.env.AWS_ENDPOINT_URL_S3 = await failingServer((request, response) => {
      const fate = fates.shift();
      if (fate === 'conflict') return refuse(request, response, 409, 'ConditionalRequestConflict');
      if (fate === 'fail') return refuse(request, response, 400, 'RequestTimeTooSkewed');
      const { method, url = '', headers } = request;
      const passed = forward(endpoint + url, { method, headers }, (answer) => {
        if (fate === 'drop' || fate === 'cut') {
          if (fate === 'cut') response.writeHead(200, { 'content-length': 100 }).write('half');
          // Wait until the server has completed the request, so that only its response is lost.
          answer.resume().on('end', () => request.socket.destroy());
        } else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
      });
      request.pipe(passed);
    });
    store = s3Store({ bucket: 'site', prefix });
    process.env.AWS_ENDPOINT_URL_S3 = endpoint;
  });

  test.each<[title: string, given: typeof fates, before: string, outcome: boolean | string]>([
    ['succeeds even if its answer is lost', ['drop'], '', true],
    ['succeeds even if all its answers are lost', ['drop', 'drop', 'drop'], '', true],
    ['succeeds after conflicts with other writes', ['conflict', 'conflict'], '', true],
    ['returns false for a taken key, even if an answer is lost', ['drop'], 'theirs', false],
    ['throws if it fails, even for a taken key', ['fail'], 'theirs', '(400 RequestTimeTooSkewed: m)'],
    // After ten conflicts, `create` reads the key to find out whether it exists. The eleventh conflict is the response to
    // that read.
    [
      'gives up after ten conflicts',
      Array<'conflict'>(11).fill('conflict'),
      '',
      '(409 ConditionalRequestConflict: m)',
    ],
  ])('creating a key %s: %j', async (_title, given, before, outcome) => {
    if (before) await direct.create('releases/1.json', before);
    fates = [...given];
    const created = store.create('releases/1.json', 'mine');
    if (typeof outcome === 'string') await expect(created).rejects.toThrow(outcome);
    else expect(await created).toBe(outcome);
    expect(fates).toEqual([]);
    expect((await direct.read('releases/1.json'))?.toString()).toBe(
      before || (outcome === true ? 'mine' : undefined),
    );
  });

  test('reads and writes succeed even if responses are lost or break off', async () => {
    fates = ['drop'];
    await store.write('releases/1.json', 'mine');
    for (const lost of [['drop'], ['cut', 'cut']] as (typeof fates)[]) {
      fates = [...lost];
      expect((await store.read('releases/1.json'))?.toString()).toBe('mine');
      expect(fates).toEqual([]);
    }
    fates = ['drop'];
    expect(await store.list('releases/')).toEqual(['1.json']);
  });

  test('a read gives up after three responses that break off', async () => {
    await direct.write('releases/1.json', 'mine');
    fates = ['cut', 'cut', 'cut'];
    await expect(store.read('releases/1.json')).rejects.toThrow(HINT);
  });

  test('every operation on a missing bucket fails and names the bucket', async () => {
    const store = await openStore('s3://no-such-bucket/prefix', '/');
    for (const act of Object.values(store) as Store['write'][])
      await expect(act('a', 'a')).rejects.toThrow(
        /^The bucket no-such-bucket at http:\/\/127.* NoSuchBucket/,
      );
  });

  test('keeps prefixes separate, and ignores folder objects that web consoles create', async () => {
    const bucket = await openStore('s3://site', '/');
    for (const key of ['made/assets/', 'made/assets/shell/']) await bucket.write(key, '');
    await bucket.write('b', 'b');
    const made = await openStore('s3://site/made', '/');
    await made.write('assets/shell/main.js', 'x');
    expect((await bucket.read('b'))?.toString()).toBe('b');
    expect((await bucket.read('made/assets/shell/main.js'))?.toString()).toBe('x');
    expect(await bucket.list('made/')).toEqual(['assets']);
    expect(await made.list('assets')).toEqual(['shell']);
    expect((await made.list('assets', { deep: true })).map(({ key }) => key)).toEqual([
      'assets/shell/main.js',
    ]);
  });
});
