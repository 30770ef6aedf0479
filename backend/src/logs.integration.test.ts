import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EventSource } from 'eventsource';
import PocketBase, { type LogModel } from 'pocketbase';
import { flushLogs } from './testing/flushLogs';
import { repetitions } from './testing/repetitions';
import { signIn } from './testing/signIn';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(240_000);

/** What goes wrong by a fault of ours, as none is known; and a line of our own. */
const FAULTS = `
routerAdd('GET', '/test/fault', () => { throw new InternalServerError('Our fault', 'why '.repeat(9000)); });
routerAdd('GET', '/test/broken', () => { undefined.broken; });
routerAdd('GET', '/test/log', (e) => {
  $app.logger().error('Of ours', 'mail', 'a'.repeat(9000));
  return e.noContent(204);
});`;

let backend: TestBackend;

beforeEach(async () => {
  backend = await startTestBackend({ seeded: false, env: {}, hooks: FAULTS });
});
afterEach(() => backend.stop());

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(`${backend.url}${path}`, init);
  await response.arrayBuffer();
  return response.status;
}

/** All that is logged, once a last fault is. */
async function logged(): Promise<LogModel[]> {
  expect(await ask('/test/fault?last')).toBe(500);
  await flushLogs(backend.url);
  const { logs } = await signIn(backend);
  return until('the last fault is logged', async () => {
    const { items } = await logs.getList(1, 500, { sort: 'created' });
    return items.some(({ message }) => message === 'GET /test/fault?last') && items;
  });
}

async function bytesOfLog(): Promise<number> {
  const files = ['auxiliary.db', 'auxiliary.db-wal'].map((name) => stat(join(backend.dataDir, name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

test('what keeps the pages up to date leaves nothing in the log, nor does what asks for its health', async () => {
  globalThis.EventSource = EventSource;
  const watcher = new PocketBase(backend.url);
  let rung = 0;
  await watcher.realtime.subscribe('content', () => (rung += 1));
  await (await signIn(backend)).collection('projects').create({ title: 'Harbour' });
  await until('it is told', () => rung > 0);
  for (let round = 0; round < 5; round += 1) {
    expect(await ask('/api/collections/projects/records?page=1&perPage=500')).toBe(200);
    expect(await ask('/api/health/duties')).toBe(200);
  }
  await watcher.realtime.unsubscribe();
  expect((await logged()).map(({ message }) => message)).toEqual(['GET /test/fault?last']);
});

test('a flood of requests with long addresses leaves nothing in the log', async () => {
  const records = '/api/collections/projects/records';
  const long = 'x'.repeat(2800);
  const paths = [
    `${records}?a=${long}`,
    `${records}?filter=${long}`,
    `/api/${long}`,
    `/api/files/a/b/${long}`,
  ];
  // What the limits for visitors refuse is a request, too.
  const rules = [{ label: '/api/', audience: '', duration: 3600, maxRequests: 200 }];
  await (await signIn(backend)).settings.update({ rateLimits: { enabled: true, rules } });
  const before = await bytesOfLog();
  const statuses = new Set<number>();
  const count = repetitions(600, 14_000);
  for (let sent = 0; sent < count; sent += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => ask(paths[index % paths.length] ?? ''));
    for (const status of await Promise.all(batch)) statuses.add(status);
  }
  expect([...statuses].sort()).toEqual([200, 400, 404, 429]);
  expect((await logged()).map(({ message }) => message)).toEqual(['GET /test/fault?last']);
  expect((await bytesOfLog()) - before).toBeLessThan(300_000);
});

test('faults of ours and our own lines are logged, cut', async () => {
  expect(await ask(`/test/fault?${'x'.repeat(2800)}`)).toBe(500);
  expect(await ask('/test/broken')).toBe(400);
  expect(await ask('/test/log')).toBe(204);
  const rows = await logged();
  const starts = rows.map(({ message }) => message.slice(0, 16)).sort();
  expect(starts).toEqual(['GET /test/broken', 'GET /test/fault?', 'GET /test/fault?', 'Of ours']);
  for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(1500);
  const fault = rows.find(({ message }) => message.startsWith('GET /test/fault?x'));
  expect(fault?.data).toMatchObject({ status: 500, details: 'why '.repeat(75) });
  expect(fault?.data.url).toHaveLength(300);
  const broken = rows.find(({ message }) => message === 'GET /test/broken');
  expect(broken?.data.error).toContain('TypeError');
});

test('the log holds nothing of a visitor', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-real-ip': '198.51.100.7',
    'user-agent': 'LogProbe browser',
    referer: 'https://logprobe.example/',
  };
  const form = { full_name: 'LogProbe name', service_interested_in: 'LogProbe service' };
  const records = '/api/collections/form_submits/records';
  expect(await ask(records, { method: 'POST', headers, body: JSON.stringify(form) })).toBe(400);
  expect(await ask('/test/fault', { headers })).toBe(500);
  const text = JSON.stringify(await logged());
  expect(text).toContain('/test/fault"');
  expect(text).not.toMatch(/logprobe|127\.0\.0\.1|198\.51\.100\.7/i);
});
