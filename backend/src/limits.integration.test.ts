import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type PocketBase from 'pocketbase';
import { signIn } from './testing/signIn';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';

jest.setTimeout(240_000);

const form = { full_name: 'Ada', email_address: 'ada@example.com', project_details: 'A website, please.' };
const deletion = { contact_email: 'ada@example.com', micora_email: 'ada+app@example.com', reason: '' };

let backend: TestBackend;
let operator: PocketBase;
let nextAddress = 1;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false, env: {} });
  operator = await signIn(backend);
});
afterAll(() => backend.stop());

/** An address that has sent nothing yet, as the proxy would report it. */
const newAddress = () => `198.51.100.${nextAddress++}`;

interface Submission {
  collection?: string;
  body?: object | string | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

function submit({ collection = 'form_submits', body = form, headers = {} }: Submission): Promise<Response> {
  const isRaw = typeof body === 'string' || body instanceof ReadableStream;
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: isRaw ? body : JSON.stringify(body),
    duplex: 'half',
  };
  return fetch(`${backend.url}/api/collections/${collection}/records`, request);
}

const from = (address: string) => ({ headers: { 'x-real-ip': address } });

async function statuses(count: number, submission: Submission): Promise<number[]> {
  const seen = [];
  for (let index = 0; index < count; index += 1) seen.push((await submit(submission)).status);
  return seen;
}

async function idOf(collection: string): Promise<string> {
  return (await operator.collections.getOne(collection)).id;
}

describe('the rate of an address and a collection', () => {
  test('is 20 messages an hour, then 429 that says when to come back', async () => {
    const address = newAddress();
    expect(await statuses(20, from(address))).toEqual(Array(20).fill(200));
    const refused = await submit(from(address));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await refused.json()).toEqual({ data: {}, message: 'Too Many Requests.', status: 429 });
    expect((await submit(from(newAddress()))).status).toBe(200);
  });

  test('is 10 deletion requests an hour, counted on their own', async () => {
    const address = newAddress();
    const request = { collection: 'micora_delete_requests', body: deletion, ...from(address) };
    expect(await statuses(11, request)).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await submit(from(address))).status).toBe(200);
  });

  test('counts what is refused, and the collection under its other name', async () => {
    const address = newAddress();
    expect(await statuses(3, { body: {}, ...from(address) })).toEqual([400, 400, 400]);
    const byId = { collection: await idOf('form_submits'), ...from(address) };
    expect(await statuses(18, byId)).toEqual([...Array<number>(17).fill(200), 429]);
  });

  test('takes the address from the header that the proxy writes, and from no other', async () => {
    const address = newAddress();
    const spoof = (index: number) => ({
      headers: {
        'x-real-ip': address,
        'x-forwarded-for': `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
        'cf-connecting-ip': `203.0.113.${index}`,
      },
    });
    const seen = [];
    for (let index = 1; index <= 21; index += 1) seen.push((await submit(spoof(index))).status);
    expect(seen).toEqual([...Array<number>(20).fill(200), 429]);
  });

  test('is one for a whole IPv6 network, however its addresses are written', async () => {
    const seen = [];
    const spellings = [
      (index: number) => `2001:db8:5:6::${index.toString(16)}`,
      (index: number) => `2001:db8:5:6:${index.toString(16)}:0:0:1`,
      (index: number) => `2001:0db8:0005:0006:aaaa:bbbb:cccc:${index.toString(16)}`,
    ];
    for (let index = 1; index <= 21; index += 1)
      seen.push((await submit(from(spellings[index % 3]?.(index) ?? ''))).status);
    expect(seen).toEqual([...Array<number>(20).fill(200), 429]);
    expect((await submit(from('2001:db8:5:7::1'))).status).toBe(200);
  });

  test('keeps no address', async () => {
    const address = '192.0.2.77';
    await submit(from(address));
    for (const file of ['data.db', 'data.db-wal', 'auxiliary.db', 'auxiliary.db-wal']) {
      const bytes = await readFile(resolve(backend.dataDir, file));
      expect({ file, holdsIt: bytes.includes(address) }).toEqual({ file, holdsIt: false });
    }
  });

  test('does not concern the operator', async () => {
    const headers = { authorization: operator.authStore.token };
    expect(await statuses(25, { headers })).toEqual(Array(25).fill(200));
  });
});

test.each([
  '198.51.100.200',
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '::ffff:127.0.0.1',
  '198.51.100.200, 127.0.0.1',
  'unix:',
  'nobody',
  '',
])('the account of the operator is refused through the proxy, even if that says %j', async (address) => {
  const headers = { authorization: operator.authStore.token, 'x-real-ip': address };
  const settings = await fetch(`${backend.url}/api/settings`, { headers });
  expect(settings.status).toBe(403);
});

describe('the size of what a visitor sends', () => {
  test('§9 may be that of the longest form, however it is written', async () => {
    const longest = {
      ...form,
      full_name: '👩'.repeat(100),
      company: '👩'.repeat(100),
      project_details: '👩'.repeat(5000),
    };
    const escaped = JSON.stringify(longest).replace(
      /[\ud800-\udfff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
    );
    expect(escaped.length).toBeGreaterThan(60_000);
    expect((await submit({ body: escaped, ...from(newAddress()) })).status).toBe(200);
  });

  test('does not limit the pictures of the operator', async () => {
    const body = new FormData();
    body.append('title', 'With a picture');
    const picture = await readFile(resolve(import.meta.dirname, '../seed/pictures/northlight-cover.jpg'));
    // What follows the end of a JPEG is ignored.
    const large = new Blob([picture, new Uint8Array(5 * 1024 * 1024)], { type: 'image/jpeg' });
    body.append('cover_Image', large, 'large.jpg');
    await expect(operator.collection('projects').create(body)).resolves.toMatchObject({
      title: 'With a picture',
    });
  });
});

test('visitors send no batch', async () => {
  const response = await fetch(`${backend.url}/api/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      requests: [{ method: 'POST', url: '/api/collections/form_submits/records', body: form }],
    }),
  });
  expect(response.status).toBe(403);
});
