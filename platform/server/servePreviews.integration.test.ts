import '../testing/renderHere';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { previewRelease } from '../release/previewRelease';
import { listVersions } from '../release/Release';
import { removePreview } from '../release/removePreview';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { askHost } from '../testing/askHost';
import { memoryStore } from '../testing/memoryStore';
import { describeWithS3, newBucketAddress } from '../testing/startS3';
import { steppedStore } from '../testing/steppedStore';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { servePreviews } from './servePreviews';

jest.setTimeout(60_000);

const HOST = 'previews.example.net';
const LIVE = 'https://www.example.com';
const NOBODY = `pr-12-${'0'.repeat(32)}`;
const PRIVATE = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

const site = useTinySite();
let previews: Store;
let label: string;
let server: ReturnType<typeof servePreviews> | undefined;
let calls: string[];
let backendUrl: string;
const backend = createServer(({ method, url }, response) => {
  calls.push(`${method} ${url}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}');
});

beforeEach(async () => {
  calls = [];
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  previews = memoryStore();
  label = await makePreview('MiCora seen');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  backend.closeAllConnections();
  backend.close();
});

async function makePreview(words: string, name = 'pr-12'): Promise<string> {
  const builds = [tinyMicora(words)];
  const made = await previewRelease({ store: site.store, previews, builds, name, log: site.log });
  return made?.label ?? '';
}

async function serve(host = HOST, interval = { list: 60_000, again: 0 }): Promise<void> {
  const options = { host, previews, live: site.store, liveOrigin: LIVE, backendUrl, look: 0, interval };
  server = servePreviews(options);
  server.server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
}

async function ask(host: string, path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  const { port } = server?.server.address() as AddressInfo;
  return askHost({ port, host, path, headers, method });
}
const own = () => `${label}.${HOST}`;

describe('§9 a preview', () => {
  test('is shown at its own host, and every other host is a 404', async () => {
    await serve();
    for (const host of [own(), `${own()}:3000`, own().toUpperCase(), `${own()}.`, `${own()}.:3000`])
      expect([host, (await ask(host, '/micora')).text]).toEqual([
        host,
        expect.stringContaining('MiCora seen'),
      ]);
    for (const host of ['www.example.com', `${label}.example.com`, `x${HOST}`, 'localhost', '127.0.0.1:80']) {
      const { status, headers } = await ask(host, '/micora');
      expect([host, status, headers]).toEqual([host, 404, expect.objectContaining(PRIVATE)]);
    }
  });

  test('stays as it was made, and redirects to the live site for every page that it lacks', async () => {
    await serve();
    await site.put(tinyMicora('MiCora live'), tinyPortfolio('Work'));
    expect((await ask(own(), '/micora')).text).toContain('MiCora seen');
    for (const path of ['/', '/projects?a=b', '/nowhere', '/robots.txt', '/micora/nowhere']) {
      const { status, headers } = await ask(own(), path);
      expect([path, status, headers.location]).toEqual([path, 302, `${LIVE}${path}`]);
    }
  });

  test('is selected only by the Host header', async () => {
    await serve();
    const others = { 'x-forwarded-host': own(), forwarded: `host=${own()}`, cookie: `release=${label}` };
    for (const path of ['/micora', `/micora?release=${label}`, `http://${own()}/micora`])
      expect((await ask('www.example.com', path, others)).status).toBe(404);
    const live = { 'x-forwarded-host': 'www.example.com' };
    expect((await ask(own(), 'http://www.example.com/micora', live)).text).toContain('MiCora seen');
  });

  test('has one host, and all other subdomains of the preview host return 404', async () => {
    await serve();
    const names = [
      NOBODY,
      'www',
      'pr-12',
      'probes',
      '',
      `a.${label}`,
      `${label}.a`,
      '..',
      '%2e',
      `x@${label}`,
    ];
    for (const host of [...names.map((name) => `${name}.${HOST}`), HOST, `${HOST}:443`])
      for (const [path, method] of [
        ['/', 'GET'],
        ['/health', 'GET'],
        ['/api/health', 'GET'],
        ['/api/collections/form_submits/records', 'POST'],
      ] as const) {
        const answer = await ask(host, path, {}, method);
        expect([host, answer.status, answer.headers]).toEqual([host, 404, expect.objectContaining(PRIVATE)]);
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(answer.text).toMatch(/^There is no preview at this address/);
      }
    expect(calls).toEqual([]);
  });

  test('is at a subdomain of localhost on this machine', async () => {
    await serve('localhost');
    expect((await ask(`${label}.localhost:3000`, '/micora')).text).toContain('MiCora seen');
    for (const host of ['localhost:3000', 'other.localhost:3000'])
      expect((await ask(host, '/micora')).status).toBe(404);
  });

  test('sends noindex and no-referrer with every response', async () => {
    await serve();
    const paths = [
      '/',
      '/micora',
      '/micora/',
      '/nowhere',
      '/robots.txt',
      '/release.json',
      '/favicon.ico',
      '/health',
    ];
    const below = ['/api/health', '/api/collections/projects/records', '/api/settings', '/assets/x/y/z.js'];
    for (const path of [...paths, ...below])
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
        const { headers } = await ask(own(), path, {}, method);
        expect([path, method, headers]).toEqual([path, method, expect.objectContaining(PRIVATE)]);
      }
  });

  test('has no health checks, but refers to the live site’s checks', async () => {
    await serve();
    for (const path of ['/health', '/health/live']) {
      const { status, headers, text: body } = await ask(own(), path);
      expect([status, body]).toEqual([404, 'Previews have no health checks. Ask the live site.\n']);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('refuses forms and other writes', async () => {
    await serve();
    const form = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    for (const collection of ['form_submits', 'micora_delete_requests']) {
      const { status, text: body } = await ask(own(), `/api/collections/${collection}/records`, form, 'POST');
      expect([status, body]).toEqual([403, expect.stringContaining('Forms are disabled in previews.')]);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await ask(own(), '/api/collections/projects/records', form, method)).status).toBe(405);
    expect((await ask(own(), '/micora', {}, 'POST')).status).toBe(405);
    expect(calls).toEqual([]);
  });

  test('answers the reads of its release as they were answered when it was made', async () => {
    await serve();
    const path = '/api/collections/projects/records?perPage=500';
    const before = JSON.stringify({ items: site.items });
    site.items = [{ id: 'new', title: 'Pier' }];
    await site.deploy({ backendUrl: site.backendUrl });
    expect((await ask(own(), path)).text).toBe(before);
    expect((await ask(own(), '/api/collections/jobs/records')).status).toBe(404);
    expect(calls).toEqual([]);
  });

  test('has a release.json that names its builds', async () => {
    await serve();
    const manifest = JSON.parse((await ask(own(), '/release.json')).text) as { remotes: { name: string }[] };
    expect(manifest).toMatchObject({ preview: true, shell: listVersions(site.first).shell });
    const versions = Object.fromEntries(manifest.remotes.map((one) => [one.name, one]));
    expect(versions).toMatchObject({ studio: { version: listVersions(site.first)['studio-remote'] } });
    expect(versions.micora).not.toMatchObject({ version: listVersions(site.first)['micora-remote'] });
  });

  test('is shown from the time it is made until it is removed', async () => {
    await serve(HOST, { list: 0, again: 0 });
    const second = await makePreview('MiCora second', 'pr-13');
    expect((await ask(`${second}.${HOST}`, '/micora')).text).toContain('MiCora second');
    await makePreview('MiCora again');
    expect((await ask(own(), '/micora')).text).toContain('MiCora again');
    await removePreview(previews, 'pr-12', site.log);
    expect((await ask(own(), '/micora')).status).toBe(404);
    expect((await ask(`${second}.${HOST}`, '/micora')).status).toBe(200);
  });

  test('is a 404 if it is incomplete, or was removed after the last listing', async () => {
    await previews.write(`${NOBODY}/pages/x`, 'half');
    await serve();
    expect((await ask(`${NOBODY}.${HOST}`, '/')).status).toBe(404);
    await removePreview(previews, 'pr-12', site.log);
    expect((await ask(own(), '/micora')).status).toBe(404);
  });

  test('is opened on demand, even after more than 20 other previews', async () => {
    const labels = [label];
    for (let number = 1; number <= 24; number += 1)
      labels.push(await makePreview(`MiCora ${number}`, `many-${number}`));
    await serve();
    for (const round of [1, 2])
      for (const one of labels) {
        const { status, text: shown } = await ask(`${one}.${HOST}`, '/micora');
        expect([round, one, status, shown]).toEqual([round, one, 200, expect.stringContaining('MiCora')]);
      }
  });
});

test('the list of previews is renewed at intervals, and sooner for an unknown name', async () => {
  let listed = 0;
  previews = steppedStore(previews, (step, key) => {
    if (step.startsWith('list') && key === '') listed += 1;
  });
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  const MINUTE = 60_000;
  await serve(HOST, { list: 100 * MINUTE, again: 10 * MINUTE });
  const askAll = (...hosts: string[]) => Promise.all(hosts.map((host) => ask(host, '/micora')));
  const [nobody, other] = [`${NOBODY}.${HOST}`, `other.${HOST}`];
  for (const round of [1, 2]) {
    await askAll(own(), nobody, other, nobody);
    await askAll(nobody, own());
    expect([round, listed]).toEqual([round, round]);
    passed += 20 * MINUTE;
  }
  await askAll(own());
  expect(listed).toBe(2);
  passed += 100 * MINUTE;
  await askAll(own(), own());
  expect(listed).toBe(3);
  clock.mockRestore();
});

describeWithS3('a bucket of previews', () => {
  test('previews are served, replaced and removed', async () => {
    previews = await openStore(newBucketAddress(), '/');
    label = await makePreview('MiCora in a bucket');
    await serve(HOST, { list: 0, again: 0 });
    expect((await ask(own(), '/micora')).text).toContain('MiCora in a bucket');
    const { headers } = await ask(own(), '/release.json');
    expect(headers).toMatchObject(PRIVATE);
    await makePreview('MiCora once more');
    expect((await ask(own(), '/micora')).text).toContain('MiCora once more');
    await removePreview(previews, 'pr-12', site.log);
    expect((await ask(own(), '/micora')).status).toBe(404);
    expect(await previews.list('', { deep: true })).toEqual([]);
  });
});

test('a store of previews that cannot be read is a 500, and is logged once', async () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  previews = steppedStore(previews, () => {
    throw new Error('away');
  });
  await serve();
  for (const time of [1, 2]) {
    const { status, headers } = await ask(own(), '/micora');
    expect([time, status, headers]).toEqual([time, 500, expect.objectContaining(PRIVATE)]);
  }
  expect(logged.mock.calls).toEqual([['away']]);
  logged.mockRestore();
});
