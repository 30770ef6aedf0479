import { expect, jest, test } from '@jest/globals';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogModel } from 'pocketbase';
import { repetitions } from './testing/repetitions';
import { until } from './testing/until';
import { form, site, useBackend } from './testing/useBackend';

jest.setTimeout(240_000);

const FAULTS = `
routerAdd('GET', '/test/fault', () => { throw new InternalServerError('Our fault', 'why '.repeat(9000)); });
routerAdd('GET', '/test/broken', () => { undefined.broken; });
routerAdd('GET', '/test/log', (e) => {
  $app.logger().error('Our message', 'mail', 'a'.repeat(9000));
  return e.noContent(204);
});`;

useBackend(() => ({ env: {}, hooks: FAULTS }));

const RECORDS = '/api/collections/projects/records';

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(`${site.url}${path}`, init);
  await response.arrayBuffer();
  return response.status;
}

const askAll = (paths: string[]) => Promise.all(paths.map((path) => ask(path)));

/**
 * Returns all log entries so far. To ensure that none is missing, first causes a fault, and waits until the log contains
 * it. The result does not include that fault.
 */
async function logged(name: string): Promise<LogModel[]> {
  const last = `GET /test/fault?${name}`;
  expect(await ask(`/test/fault?${name}`)).toBe(500);
  // PocketBase writes its log three seconds after the last request, or once there are 200 entries. So 200 requests make
  // it write at once.
  await askAll(Array<string>(200).fill(RECORDS));
  return until('the last fault is logged', async () => {
    const { items } = await site.operator.logs.getList(1, 500, { sort: 'created' });
    return items.some(({ message }) => message === last) && items.filter(({ message }) => message !== last);
  });
}

async function bytesOfLog(): Promise<number> {
  const files = ['auxiliary.db', 'auxiliary.db-wal'].map((name) => stat(join(site.dataDir, name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

test('logs neither the watcher’s requests nor a flood of long URLs', async () => {
  let notifications = 0;
  await site.visitor.realtime.subscribe('content', () => (notifications += 1));
  await site.operator.collection('projects').create({ title: 'Harbour' });
  await until('the watcher is notified', () => notifications > 0);
  await site.visitor.realtime.unsubscribe();
  expect(await ask('/api/health/checks')).toBe(200);

  const long = 'x'.repeat(2800);
  const paths = ['?a=', '?filter='].map((query) => `${RECORDS}${query}${long}`);
  paths.push(`/api/${long}`, `/api/files/a/b/${long}`);
  // The rate limit is low so that many requests exceed it. Such requests must not be logged either.
  const rules = [{ label: '/api/', audience: '', duration: 3600, maxRequests: 200 }];
  await site.operator.settings.update({ rateLimits: { enabled: true, rules, excludedIPs: [] } });
  const before = await bytesOfLog();
  const statuses = new Set<number>();
  for (let left = repetitions(600, 14_000); left > 0; left -= 100)
    for (const status of await askAll(Array(25).fill(paths).flat() as string[])) statuses.add(status);
  expect([...statuses].sort()).toEqual([200, 400, 404, 429]);
  expect(await logged('flood')).toEqual([]);
  expect((await bytesOfLog()) - before).toBeLessThan(300_000);
});

test('logs our own faults and messages without visitors’ data', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-real-ip': '198.51.100.7',
    'user-agent': 'LogProbe browser',
    referer: 'https://logprobe.example/',
  };
  const probe = { full_name: 'LogProbe name', service_interested_in: 'LogProbe service' };
  for (const [body, status] of [
    [form, 200],
    [probe, 400],
  ] as const) {
    const message = { method: 'POST', headers, body: JSON.stringify(body) };
    expect(await ask('/api/collections/form_submits/records', message)).toBe(status);
  }
  expect(await ask(`/test/fault?${'x'.repeat(2800)}`, { headers })).toBe(500);
  expect(await ask('/test/broken')).toBe(400);
  expect(await ask('/test/log')).toBe(204);

  const rows = (await logged('faults')).filter(({ message }) => message !== 'GET /test/fault?flood');
  for (const row of rows) expect(JSON.stringify(row).length).toBeLessThan(1500);
  expect(JSON.stringify(rows)).not.toMatch(/logprobe|127\.0\.0\.1|198\.51\.100\.7/i);
  const [broken, fault, own, ...others] = rows.sort((one, two) => (one.message < two.message ? -1 : 1));
  expect(others).toEqual([]);
  expect(broken).toMatchObject({
    message: 'GET /test/broken',
    data: { error: expect.stringContaining('TypeError') as unknown },
  });
  expect(fault?.data).toMatchObject({ status: 500, details: 'why '.repeat(75) });
  expect(fault?.data.url).toMatch(/^\/test\/fault\?x{288}$/);
  expect(own?.message).toBe('Our message');
  for (const file of ['data.db', 'data.db-wal', 'auxiliary.db', 'auxiliary.db-wal']) {
    const bytes = await readFile(join(site.dataDir, file));
    expect({ file, containsIt: bytes.includes(headers['x-real-ip']) }).toEqual({ file, containsIt: false });
  }
});
