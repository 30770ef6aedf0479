import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { processesWith } from '@site/backend/testing/processesWith';
import { IS_SOAK } from '@site/backend/testing/repetitions';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { createSite } from '@site/platform/server/createSite';
import { storeSource } from '@site/platform/server/storeSource';
import { HEARTBEAT } from '@site/platform/release/heartbeat';
import { watch } from '@site/platform/release/watch';
import { useTinySite } from '@site/platform/testing/useTinySite';

// These tests overload the site from a few addresses. They use a real PocketBase with its rate limits.

jest.setTimeout(120_000);

const PROJECTS = 5000;
const LISTS = 200;
/** How much PocketBase's memory may grow during the test, in MB. */
const MEMORY_LIMIT = 60;

const LIST = '/api/collections/projects/records';
const CONTACT = '/api/collections/form_submits/records';
const FORM = { full_name: 'Ada', email_address: 'ada@example.com', project_details: 'Hello' };

/** A hook that adds thousands of projects with one SQL statement. Adding them through the API would take minutes. */
const FILL = `routerAdd('POST', '/api/test/fill', (e) => {
  $app.db().newQuery(\`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${PROJECTS})
    INSERT INTO projects (id, title, long_description, technologies, images, image_descriptions, draft, created)
    SELECT printf('p%014d', n), 'Project ' || n, '<p>' || hex(zeroblob(3000)) || '</p>', '[]', '[]', '[]', 0,
      strftime('%Y-%m-%d %H:%M:%fZ', 'now') FROM numbers
  \`).execute();
  return e.noContent(204);
});`;

const tiny = useTinySite();
let backend: TestBackend;
let origin: string;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false, env: {}, hooks: FILL });
});
afterAll(() => backend.stop());

async function withSite(run: () => Promise<void>): Promise<void> {
  tiny.backendUrl = backend.url;
  // Trust this machine as a proxy, so that each request can name the address of a simulated visitor.
  const site = await createSite(storeSource(tiny.store, { look: 0 }), {
    backendUrl: backend.url,
    trustedProxies: ['127.0.0.1'],
  });
  origin = await site.listen({ port: 0, host: '127.0.0.1' });
  await run().finally(() => site.close());
}

const from = (address: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': address });

async function send(address: string): Promise<number> {
  const init = { method: 'POST', headers: from(address), body: JSON.stringify(FORM) };
  const response = await fetch(origin + CONTACT, init);
  await response.text();
  return response.status;
}

const ask = (path: string, address: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request(origin + path, { headers: from(address), agent: false }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    );
    outgoing.once('error', reject).end();
  });

test('constant polling does not make /health report a problem, and does not delay edits', async () => {
  await backend.operator.collection('projects').create({ title: 'Before' });
  await withSite(async () => {
    const stopWatch = watch({ ...tiny, backendUrl: backend.url });
    const statuses: (number | undefined)[] = [];
    let isOver = false;
    const poll = async () => {
      while (!isOver) statuses.push(await ask('/health', '203.0.113.8'));
    };
    let polling: Promise<void> | undefined;
    try {
      await until('the watcher has succeeded', () => tiny.store.read(HEARTBEAT));
      polling = poll();
      // Exceed PocketBase's rate limit, which allows each visitor 300 requests every ten seconds.
      await until('there are 400 answers', () => Promise.resolve(statuses.length > 400));
      await backend.operator.collection('projects').create({ title: 'After' });
      await until('the edit is live', async () => (await tiny.page('projects.html')).includes('After'));
      const health = (await (await fetch(`${origin}/health`)).json()) as object;
      expect(health).toMatchObject({ backend: true, watch: true, pages: true });
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      isOver = true;
      await polling;
      await stopWatch();
    }
  });
});

// This test also measures PocketBase's memory. It runs only in soak tests, because other tests already show that no read
// reaches PocketBase.
(IS_SOAK ? test : test.skip)(
  `${LISTS} readers at once reach only the site, so PocketBase is free for forms`,
  async () => {
    expect((await fetch(`${backend.url}/api/test/fill`, { method: 'POST' })).status).toBe(204);
    await tiny.deploy({ backendUrl: backend.url });
    await withSite(async () => {
      const [process = ''] = processesWith(`--dir=${backend.dataDir}`);
      const memory = () => {
        const status = readFileSync(`/proc/${Number.parseInt(process)}/status`, 'utf8');
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
      };
      const before = memory();
      let peak = before;
      const timer = setInterval(() => (peak = Math.max(peak, memory())), 20);
      const lists = Array.from({ length: LISTS }, async () => {
        const statuses: unknown[] = [];
        for (let round = 0; round < 3; round += 1)
          statuses.push(await ask(`${LIST}?perPage=500`, '203.0.113.7'));
        return statuses;
      });
      const forms: number[] = [];
      for (let last = 1; last <= 5; last += 1) forms.push(await send(`198.51.100.${last}`));
      const statuses = (await Promise.all(lists)).flat();
      clearInterval(timer);
      expect(forms).toEqual(Array(5).fill(200));
      expect(statuses).toEqual(Array(3 * LISTS).fill(200));
      expect(before).toBeGreaterThan(20);
      // To receive five forms, PocketBase needs only a few megabytes of memory. If requests for lists also reached it, each
      // list would need more than 20 MB, and a few at once would exceed the limit.
      expect(peak - before).toBeLessThan(MEMORY_LIMIT);
    });
  },
);

test('unfinished submissions are refused, and do not block other visitors', async () => {
  await withSite(async () => {
    const sockets: Socket[] = [];
    let refused = '';
    const head = (last: number) =>
      [
        `POST ${CONTACT} HTTP/1.1`,
        'Host: a',
        'Content-Type: application/json',
        'Content-Length: 131000',
        `X-Forwarded-For: 203.0.113.${last}`,
        '',
        `"${'a'.repeat(127_000)}`,
      ].join('\r\n');
    // The following requests come from three visitors, and send 25 MB in total.
    for (let count = 0; count < 200; count += 1) {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => (refused += bytes.toString('latin1')));
      socket.write(head(count % 3));
      sockets.push(socket);
    }
    await until('some are refused', () => Promise.resolve(/ 503 (?:[^]*)retry-after: \d+/i.test(refused)));
    expect(await send('198.51.100.77')).toBe(200);
    expect(refused).not.toMatch(/^HTTP\/1\.1 (?!503)/m);
    for (const socket of sockets) socket.destroy();
    await wait(10);
  });
});
