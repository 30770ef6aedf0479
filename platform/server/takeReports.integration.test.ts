import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import type { FieldReport } from '@site/shared/field';
import { openField, type Field } from '../field/openField';
import { readFigures } from '../field/readFigures';
import { memoryStore } from '../testing/memoryStore';
import { NO_SHELL, recordLive, storeRelease } from '../testing/storedRelease';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

const REPORT: FieldReport = { builds: [`shell/${NO_SHELL}`], errors: [], failures: {} };
const SAME = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain;charset=UTF-8' };

const store = memoryStore();
const figures = memoryStore();
let field: Field;
let site: FastifyInstance;

beforeAll(async () => {
  const release = await storeRelease(store, '20261121T101500123Z-1a2b3c4d', { 'index.html': 'home' });
  await recordLive(store, 1, release);
  field = await openField(figures, { process: 'a', log: console.error, every: 20 });
  site = await createSite(storeSource(store), { field, trustedProxies: ['127.0.0.1'] });
});
afterAll(() => site.close());

const send = (payload: string, headers: Record<string, string> = SAME, on = site) =>
  on.inject({ method: 'POST', url: '/field', headers, payload });

async function loads(): Promise<number> {
  await new Promise((done) => setTimeout(done, 100));
  return (await readFigures(figures)).get(REPORT.builds[0] ?? '')?.loads ?? 0;
}

test.each<[string, number, string, Record<string, string>, counted: number]>([
  ['from a page of this site', 204, JSON.stringify(REPORT), SAME, 1],
  ['from another site', 403, JSON.stringify(REPORT), { ...SAME, 'sec-fetch-site': 'cross-site' }, 0],
  [
    'from another site of the same domain',
    403,
    JSON.stringify(REPORT),
    { ...SAME, 'sec-fetch-site': 'same-site' },
    0,
  ],
  [
    'from a client that does not say where it comes from',
    204,
    JSON.stringify(REPORT),
    { 'content-type': 'text/plain' },
    0,
  ],
  ['with Global Privacy Control', 204, JSON.stringify(REPORT), { ...SAME, 'sec-gpc': '1' }, 0],
  ['with Do Not Track', 204, JSON.stringify(REPORT), { ...SAME, dnt: '1' }, 0],
  ['of 2 KB', 204, JSON.stringify(REPORT).padEnd(2048), SAME, 1],
  ['of more than 2 KB', 413, JSON.stringify(REPORT).padEnd(2049), SAME, 0],
  ['that is invalid', 400, '{"builds":[]}', SAME, 0],
  ['that is empty', 400, '', SAME, 0],
  ['with a message', 204, JSON.stringify({ ...REPORT, message: 'typed words', user: 'x' }), SAME, 1],
])('a report %s is answered with %d', async (_what, status, payload, headers, counted) => {
  const before = await loads();
  const response = await send(payload, headers);
  expect(response.statusCode).toBe(status);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(await loads()).toBe(before + counted);
  const stored = await figures.list('', { deep: true });
  for (const { key } of stored)
    expect(String(await figures.read(key))).not.toMatch(/typed words|127\.0\.0\.1/);
});

test('at most 60 reports from a network are counted in an hour, even behind a proxy', async () => {
  const before = await loads();
  const from = (address: string) => ({ ...SAME, 'x-forwarded-for': address });
  for (let index = 0; index < 80; index += 1)
    expect((await send(JSON.stringify(REPORT), from(`2001:db8::${index.toString(16)}`))).statusCode).toBe(
      204,
    );
  expect(await loads()).toBe(before + 60);
  await send(JSON.stringify(REPORT), from('192.0.2.1'));
  expect(await loads()).toBe(before + 61);
});

test('a server that counts nothing still accepts reports, and a preview refuses them', async () => {
  const silent = await createSite(storeSource(store));
  expect((await send(JSON.stringify(REPORT), SAME, silent)).statusCode).toBe(204);
  await silent.close();
  const preview = await createSite(storeSource(store), { preview: { liveOrigin: 'https://example.com' } });
  expect((await send(JSON.stringify(REPORT), SAME, preview)).statusCode).toBe(405);
  await preview.close();
});
