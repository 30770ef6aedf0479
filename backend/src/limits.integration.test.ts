import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { deletion, form, runJob, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

/** A hook with which tests read the counts of records per network, which exist only in memory, and end the current hour. */
const COUNTS = `
routerAdd('GET', '/test/counts', (e) => e.json(200, $app.store().get('form counts') ?? {}));
routerAdd('POST', '/test/counts/end', (e) => {
  $app.store().setFunc('form counts', (counts) => ({ ...counts, until: Date.now() }));
  return e.noContent(204);
});`;

useBackend(() => ({ env: {}, hooks: COUNTS }));

let formsId: string;
beforeAll(async () => {
  formsId = (await site.operator.collections.getOne('form_submits')).id;
});

let nextAddress = 1;
/** An address that no other test uses. */
const newAddress = () => `198.51.100.${nextAddress++}`;

interface Submission {
  collection?: string;
  body?: object | string;
  headers: Record<string, string>;
}

function submit({ collection = 'form_submits', body = form, headers }: Submission): Promise<Response> {
  return fetch(`${site.url}/api/collections/${collection}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const from = (address: string) => ({ headers: { 'x-real-ip': address } });

const SPELLINGS = [
  (index: number) => `2001:db8:5:6::${index.toString(16)}`,
  (index: number) => `2001:db8:5:6:${index.toString(16)}:0:0:1`,
  (index: number) => `2001:0db8:0005:0006:aaaa:bbbb:cccc:${index.toString(16)}`,
];

test.each<[string, (index: number, address: string) => Submission, most?: number, status?: number]>([
  ['20 messages', (_, address) => from(address)],
  [
    '10 deletion requests, counted separately',
    (_, address) => ({ ...from(address), collection: 'micora_delete_requests', body: deletion }),
    10,
  ],
  ['20 invalid messages', (_, address) => ({ ...from(address), body: {} }), 20, 400],
  [
    '20 messages by either name of the collection',
    (index, address) => ({ ...from(address), collection: index % 2 ? formsId : 'form_submits' }),
  ],
  [
    '20 messages from the address in the proxy’s header, whatever other headers say',
    (index, address) => {
      const forged = `203.0.113.${index}`;
      const others = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'cf-connecting-ip': forged };
      return { headers: { ...others, 'x-real-ip': address } };
    },
  ],
  ['20 messages from an IPv6 network, in any spelling', (index) => from(SPELLINGS[index % 3]?.(index) ?? '')],
])(
  'accepts %s an hour, then returns 429 with Retry-After',
  async (_, submission, most = 20, status = 200) => {
    const address = newAddress();
    for (let index = 1; index <= most; index += 1)
      expect([index, (await submit(submission(index, address))).status]).toEqual([index, status]);
    const refused = await submit(submission(most + 1, address));
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await refused.json()).toEqual({ data: {}, message: 'Too Many Requests.', status: 429 });
    for (const other of [newAddress(), '2001:db8:5:7::1'])
      expect((await submit(from(other))).status).toBe(200);
  },
);

/** Sends messages in parallel, each from a different address. @returns the number of accepted messages, and the refusals */
async function flood(count: number, address: (index: number) => string) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => submit(from(address(index)))),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status } of refused) expect(status).toBe(429);
  return { accepted: count - refused.length, refused };
}

const hex = (index: number) => index.toString(16).padStart(2, '0');

test.each<[string, number, number, (index: number) => string, other: string]>([
  ['an IPv6 /56', 50, 60, (index) => `2001:db8:a:11${hex(index)}::1`, '2001:db8:a:1200::1'],
  ['an IPv6 /48', 100, 130, (index) => `2001:db8:b:${hex(index)}00::1`, '2001:db8:c::1'],
  ['an IPv4 /24', 100, 130, (index) => `203.0.113.${index}`, '203.0.114.1'],
])('lets %s network send %d messages an hour', async (_, most, count, address, other) => {
  const { accepted, refused } = await flood(count, address);
  expect(accepted).toBe(most);
  for (const { headers } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  }
  expect((await submit(from(other))).status).toBe(200);
  // Each form has its own limit.
  const request = { collection: 'micora_delete_requests', body: deletion, ...from(address(0)) };
  expect((await submit(request)).status).toBe(200);
});

test('after an hour, a network may send again, and its counts are deleted', async () => {
  const address = (index: number) => `100.64.1.${index}`;
  const counts = () => site.visitor.send<object>('/test/counts', {});
  expect((await flood(101, address)).accepted).toBe(100);
  await runJob('form-counts');
  expect(JSON.stringify(await counts())).toContain('100.64.1');
  await site.visitor.send('/test/counts/end', { method: 'POST' });
  await runJob('form-counts');
  expect(await counts()).toEqual({});
  expect((await submit(from(address(200)))).status).toBe(200);
});

test('invalid records do not count against a network’s limit', async () => {
  const address = (index: number) => from(`192.0.2.${index}`);
  // The batches are smaller than the limit, because an invalid record is counted until it has been refused.
  for (let first = 0; first < 120; first += 30) {
    const invalid = await Promise.all(
      Array.from({ length: 30 }, (_, index) => submit({ body: {}, ...address(first + index) })),
    );
    expect(new Set(invalid.map(({ status }) => status))).toEqual(new Set([400]));
  }
  const { accepted } = await flood(100, (index) => `192.0.2.${index}`);
  expect(accepted).toBe(100);
});

test('the rate limits exempt only calls that come from this machine itself', async () => {
  const askChecks = (headers: Record<string, string>) => fetch(`${site.url}/api/health/duties`, { headers });
  const statuses = async (headers: Record<string, string>) => {
    const all = await Promise.all(Array.from({ length: 301 }, () => askChecks(headers)));
    return [...new Set(all.map(({ status }) => status))].sort();
  };
  expect(await statuses({})).toEqual([200]);
  expect(await statuses({ 'x-real-ip': '127.0.0.1' })).toEqual([200, 429]);
  expect(await statuses({})).toEqual([200]);
});

test('the operator may create any number of records', async () => {
  const headers = { authorization: site.operator.authStore.token };
  for (let count = 0; count < 25; count += 1) expect((await submit({ headers })).status).toBe(200);
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
])('refuses the operator’s token in a call that the proxy forwards from %j', async (address) => {
  const headers = { authorization: site.operator.authStore.token, 'x-real-ip': address };
  expect((await fetch(`${site.url}/api/settings`, { headers })).status).toBe(403);
});

test('§9 accepts the longest valid form, even if all its characters are escaped', async () => {
  const [short, long] = ['👩'.repeat(100), '👩'.repeat(5000)];
  const longest = JSON.stringify({ ...form, full_name: short, company: short, project_details: long });
  const escaped = longest.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
  expect(escaped.length).toBeGreaterThan(60_000);
  expect((await submit({ body: escaped, ...from(newAddress()) })).status).toBe(200);
});

describe('a form', () => {
  /** A hook that enlarges every stored message to almost 20 MB, without validation. */
  const FILL = `
  routerAdd('POST', '/test/fill', (e) => {
    $app.db().newQuery("UPDATE form_submits SET project_details = printf('%.*c', 19999000, 'x')").execute();
    return e.noContent(204);
  });`;
  let dataDir: string;
  let backend: TestBackend;
  const start = async () => {
    backend = await startTestBackend({ seeded: false, dataDir, hooks: FILL, env: {} });
    site.url = backend.url;
  };
  const backendChecks = () => backend.visitor.send<object>('/api/health/duties', {});
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'limits-'));
    await start();
  });
  afterAll(async () => {
    await backend.stop();
    await rm(dataDir, { recursive: true });
  });

  test('accepts 500 messages an hour from all visitors, and then fails a check of /health', async () => {
    const { accepted, refused } = await flood(540, (index) => `10.${index >> 8}.${index & 255}.1`);
    expect(accepted).toBe(500);
    expect(await refused[0]?.json()).toMatchObject({
      message: 'Too many messages have arrived. Please send an email instead.',
    });
    expect(await backendChecks()).toMatchObject({ forms: false });
    const request = { collection: 'micora_delete_requests', body: deletion, ...from('10.0.0.1') };
    expect((await submit(request)).status).toBe(200);
    expect((await submit({ headers: { authorization: backend.operator.authStore.token } })).status).toBe(200);
  });

  test('refuses more than 20 MB a day, even after a restart, until records are removed', async () => {
    const messages = backend.operator.collection('form_submits');
    await backend.operator.collections.truncate('form_submits');
    const { id } = await messages.create(form);
    await backend.visitor.send('/test/fill', { method: 'POST' });
    await backend.stop();
    await start();
    expect(await backendChecks()).toMatchObject({ forms: true });
    const longest = { ...form, project_details: 'x'.repeat(2000) };
    expect((await submit({ body: longest, ...from('10.0.0.1') })).status).toBe(200);
    const refused = await submit(from('10.0.0.1'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await backendChecks()).toMatchObject({ forms: false });
    await backend.operator.collection('form_submits').delete(id);
    expect((await submit(from('10.0.0.1'))).status).toBe(200);
    expect(await backendChecks()).toMatchObject({ forms: true });
  });
});
