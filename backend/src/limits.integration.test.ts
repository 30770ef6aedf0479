import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { deletion, form, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend(() => ({ env: {} }));

let formsId: string;
beforeAll(async () => {
  formsId = (await site.operator.collections.getOne('form_submits')).id;
});

let nextAddress = 1;
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
  // The site's server sends the same address for all IPv6 addresses in a visitor's network.
  ['20 messages from an IPv6 address', () => from('2001:0db8:0005:0600:0000:0000:0000:0000')],
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

test('the rate limits exempt only calls that come from this machine itself', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${site.url}/api/health`, { headers });
  const statuses = async (headers: Record<string, string>) => {
    const seen = new Set<number>();
    // PocketBase allows 300 calls in ten seconds. To exceed this limit, the calls must be fast. Reusing ten connections is
    // faster than opening a connection for each call.
    const askOften = async () => {
      for (let call = 0; call < 31; call += 1) seen.add((await ask(headers)).status);
    };
    await Promise.all(Array.from({ length: 10 }, askOften));
    return [...seen].sort();
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

test.each([
  ['another origin', 'https://stranger.example'],
  ['an origin without a name', 'null'],
  ['another origin on this machine', 'http://127.0.0.1:1'],
])('refuses what a page of %s sends from a browser on this machine', async (_, origin) => {
  const headers = { origin };
  expect((await submit({ headers })).status).toBe(403);
  const signIn = await fetch(`${site.url}/api/collections/_superusers/auth-with-password`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: '{"identity":"operator@localhost","password":"guessed"}',
  });
  expect(signIn.status).toBe(403);
  const preflight = await fetch(`${site.url}/api/settings`, { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(403);
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('refuses a page whose own name resolves to this machine', async () => {
  const { port } = new URL(site.url);
  const status = await new Promise((resolve) => {
    const headers = { host: `rebound.example:${port}`, origin: `http://rebound.example:${port}` };
    request(`${site.url}/api/health`, { method: 'POST', headers }, ({ statusCode }) =>
      resolve(statusCode),
    ).end();
  });
  expect(status).toBe(403);
});

test('the dashboard may call its own origin', async () => {
  const headers = { origin: site.url, authorization: site.operator.authStore.token };
  expect((await fetch(`${site.url}/api/settings`, { headers })).status).toBe(200);
});

describe('a form', () => {
  /**
   * Adds three routes that bypass validation. The first enlarges every stored message to almost 20 MB, the second copies
   * all messages, and the third changes a message's age.
   */
  const FILL = `
  routerAdd('POST', '/test/fill', (e) => {
    $app.db().newQuery("UPDATE form_submits SET project_details = printf('%.*c', 19999000, 'x')").execute();
    return e.noContent(204);
  });
  routerAdd('POST', '/test/copy', (e) => {
    $app.runInTransaction(({ db }) => {
      const run = (sql) => db().newQuery(sql).execute();
      run('CREATE TEMP TABLE copies AS SELECT * FROM form_submits');
      for (let time = 0; time < e.request.url.query().get('times'); time += 1) {
        run("UPDATE copies SET id = lower(hex(randomblob(7))) || 'a'");
        run('INSERT INTO form_submits SELECT * FROM copies');
      }
      run('DROP TABLE copies');
    });
    return e.noContent(204);
  });
  routerAdd('POST', '/test/age', (e) => {
    const id = e.request.url.query().get('id');
    $app.db().update('form_submits', e.requestInfo().body, $dbx.hashExp({ id })).execute();
    return e.noContent(204);
  });`;
  let dataDir: string;
  let backend: TestBackend;
  const start = async () => {
    backend = await startTestBackend({ seeded: false, dataDir, hooks: FILL, env: {} });
    site.url = backend.url;
  };
  const backendChecks = () => backend.visitor.send<object>('/api/health/checks', {});
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'limits-'));
    await start();
  });
  afterAll(async () => {
    await backend.stop();
    await rm(dataDir, { recursive: true });
  });

  test('accepts 500 messages an hour from all visitors, and then fails a check of /health', async () => {
    const send = (index: number) => submit(from(`10.${index >> 8}.${index & 255}.1`));
    const sendTwenty = async (first: number) => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(first + index)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    };
    await sendTwenty(0);
    await backend.visitor.send('/test/copy?times=23', { method: 'POST' });
    await sendTwenty(480);
    const refused = await send(500);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await refused.json()).toMatchObject({
      message: 'Too many messages have arrived. Please send an email instead.',
    });
    expect(await backendChecks()).toMatchObject({ forms: false });
    // Each form has its own limit, and the operator has none.
    const other = { collection: 'micora_delete_requests', body: deletion, ...from('10.0.0.1') };
    expect((await submit(other)).status).toBe(200);
    expect((await submit({ headers: { authorization: backend.operator.authStore.token } })).status).toBe(200);
  });

  test('accepts messages again an hour after a flood, or once the flood is deleted', async () => {
    const messages = backend.operator.collection('form_submits');
    const old = new Date(Date.now() - 3_660_000).toISOString().replace('T', ' ');
    const [one] = (await messages.getList(1, 1)).items;
    await backend.visitor.send(`/test/age?id=${one?.id}`, { method: 'POST', body: { created: old } });
    const [two] = (await messages.getList(1, 1, { filter: `id != "${one?.id}"` })).items;
    await messages.delete(two?.id ?? '');
    expect((await submit(from('10.0.0.1'))).status).toBe(200);
    expect((await submit(from('10.0.0.1'))).status).toBe(429);
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
