import { beforeAll, expect, jest, test } from '@jest/globals';
import { deletion, form, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

useBackend(() => ({ env: {} }));

let formsId: string;
beforeAll(async () => {
  formsId = (await site.operator.collections.getOne('form_submits')).id;
});

let nextAddress = 1;
/** An address that has sent nothing yet, as the proxy would report it. */
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
    '10 deletion requests, counted on their own',
    (_, address) => ({ ...from(address), collection: 'micora_delete_requests', body: deletion }),
    10,
  ],
  ['20 that are refused', (_, address) => ({ ...from(address), body: {} }), 20, 400],
  [
    '20 by either name of the collection',
    (index, address) => ({ ...from(address), collection: index % 2 ? formsId : 'form_submits' }),
  ],
  [
    '20 of an address in the header that the proxy writes, and in no other',
    (index, address) => {
      const forged = `203.0.113.${index}`;
      const others = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'cf-connecting-ip': forged };
      return { headers: { ...others, 'x-real-ip': address } };
    },
  ],
  [
    '20 of a whole IPv6 network, however its addresses are written',
    (index) => from(SPELLINGS[index % 3]?.(index) ?? ''),
  ],
])('%s an hour, then 429 that says when to come back', async (_, submission, most = 20, status = 200) => {
  const address = newAddress();
  for (let index = 1; index <= most; index += 1)
    expect([index, (await submit(submission(index, address))).status]).toEqual([index, status]);
  const refused = await submit(submission(most + 1, address));
  expect(refused.headers.get('retry-after')).toBe('3600');
  expect(await refused.json()).toEqual({ data: {}, message: 'Too Many Requests.', status: 429 });
  for (const other of [newAddress(), '2001:db8:5:7::1']) expect((await submit(from(other))).status).toBe(200);
});

test('calls of this machine itself have no limit, and visitors never count as it', async () => {
  const duties = (headers: Record<string, string>) => fetch(`${site.url}/api/health/duties`, { headers });
  const statuses = async (headers: Record<string, string>) => {
    const all = await Promise.all(Array.from({ length: 301 }, () => duties(headers)));
    return [...new Set(all.map(({ status }) => status))].sort();
  };
  expect(await statuses({})).toEqual([200]);
  expect(await statuses({ 'x-real-ip': '127.0.0.1' })).toEqual([200, 429]);
  expect(await statuses({})).toEqual([200]);
});

test('the operator has no limit', async () => {
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
])('the account of the operator is refused through the proxy, even if that says %j', async (address) => {
  const headers = { authorization: site.operator.authStore.token, 'x-real-ip': address };
  expect((await fetch(`${site.url}/api/settings`, { headers })).status).toBe(403);
});

test('§9 the longest form is taken, however it is written', async () => {
  const [short, long] = ['👩'.repeat(100), '👩'.repeat(5000)];
  const longest = JSON.stringify({ ...form, full_name: short, company: short, project_details: long });
  const escaped = longest.replace(/[\ud800-\udfff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
  expect(escaped.length).toBeGreaterThan(60_000);
  expect((await submit({ body: escaped, ...from(newAddress()) })).status).toBe(200);
});
