import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { share } from '@site/backend/testing/repetitions';
import { until } from '@site/backend/testing/until';
import { directoryStore } from '@site/platform';
import { recordLive, storeRelease } from '@site/platform/testing/storedRelease';
import { assetsOnly } from '@site/platform/testing/tinyBuild';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { byHttp1, byHttp2, type Proxy } from './testing/askProxy';
import { keepAsking } from './testing/keepAsking';
import { PROXIES } from './testing/PROXIES';
import type { RunningCommand } from './testing/runCommand';
import { startUnit } from './testing/startUnit';

/*
 * These tests run the site as docs/operate.md describes, behind a documented proxy. Two processes serve the site, a third
 * serves previews, and the backend is a real PocketBase. Only addresses, ports, paths and the certificate differ from the
 * documents.
 */

jest.setTimeout(240_000);

const HOST = 'www.example.com';
const RELEASE = '20261121T101500123Z-1a2b3c4d';
const CONTACT = '/api/collections/form_submits/records';
const PICTURE = 'picture'.repeat(80_000);
const BUILD = assetsOnly({ 'picture.png': PICTURE });
const PAGES = { '/': '<p>index.html</p>', '/about': '<p>about.html</p>' };
const FORM = JSON.stringify({
  full_name: 'Ada',
  email_address: 'ada@example.com',
  project_details: 'A website, please.',
});
/** The headers that an older browser sends with a form: `Origin`, but no `Sec-Fetch-Site`. */
const FROM_THE_SITE = { 'content-type': 'application/json', origin: `https://${HOST}` };
/** The address of a trusted CDN in front of the proxy. */
const CDN = '127.0.0.1';
const STRANGER = '127.0.0.5';

const PREVIEW_HOST = 'previews.example.net';
const PREVIEW_LABEL = `pr-12-${'0123456789abcdef'.repeat(2)}`;

let home: string;
let certificate: Buffer;
let backend: TestBackend;
let sites: { port: number; process: RunningCommand }[];
let previews: { port: number; process: RunningCommand };

beforeAll(async () => {
  home = await temporaryDirectory();
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=${HOST}
     -addext subjectAltName=DNS:${HOST},DNS:*.${PREVIEW_HOST} -keyout ${home}/privkey.pem -out ${home}/fullchain.pem`.split(
      /\s+/,
    ),
    { stdio: 'pipe' },
  );
  certificate = await readFile(join(home, 'fullchain.pem'));
  const store = directoryStore(join(home, 'store'));
  const names = ['404.html', 'index.html', 'about.html', 'micora/verification.html'];
  const files = Object.fromEntries(names.map((name) => [name, `<p>${name}</p>`]));
  await recordLive(
    store,
    1,
    await storeRelease(store, RELEASE, files, BUILD, { forms: { shell: ['form_submits'] } }),
  );
  const preview = directoryStore(join(home, 'store-previews', PREVIEW_LABEL));
  const shown = await storeRelease(preview, RELEASE, { ...files, 'index.html': '<p>seen</p>' });
  await preview.write(`releases/${RELEASE}.json`, JSON.stringify({ ...shown, preview: ['shell'] }));
  await recordLive(preview, 1, shown);
  backend = await startTestBackend({ seeded: false, env: {} });
  sites = [];
  for (let number = 1; number <= 2; number += 1) {
    const port = await freePort();
    sites.push({ port, process: await startSite(port) });
  }
  const port = await freePort();
  previews = { port, process: await startSite(port, PREVIEW_HOST) };
});
afterAll(async () => {
  for (const { process } of [...sites, previews]) await process.end('SIGTERM');
  await backend.stop();
});

const startSite = (port: number, previewHost?: string) =>
  startUnit({
    port,
    store: join(home, 'store'),
    backendUrl: backend.url,
    log: join(home, `site-${port}.log`),
    ...(previewHost !== undefined && { previewHost }),
  });

for (const { name, program, start } of share(PROXIES, 2))
  (program ? describe : describe.skip)(`docs/behind-a-proxy.md: ${name} in front`, () => {
    let proxy: Proxy;
    let directory: string;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      proxy = { host: HOST, https: await freePort(), http: await freePort(), certificate };
      directory = join(home, name);
      await mkdir(directory);
      const upstreams = [...sites, previews].map(({ port }) => port);
      stop = await start({ ...proxy, directory, upstreams, certificates: home });
    });
    afterAll(() => stop());

    async function ask(...[path, from = STRANGER, headers, body]: [string, string?, object?, string?]) {
      const visitor = byHttp2(proxy, from);
      return visitor.ask(path, { ...headers }, body).finally(visitor.close);
    }
    const askPlainly = (path: string) => byHttp1(proxy, STRANGER, new PlainAgent()).ask(path);

    const send = async (address: string, headers: object = {}, from = CDN) =>
      (await ask(CONTACT, from, { ...FROM_THE_SITE, 'x-forwarded-for': address, ...headers }, FORM)).status;

    test('the proxy serves pages over HTTP/2 and TLS, and redirects HTTP to HTTPS', async () => {
      expect(await ask('/')).toMatchObject({
        status: 200,
        body: PAGES['/'],
        headers: { 'strict-transport-security': 'max-age=63072000' },
      });
      const plain = await askPlainly('/about/?a=b');
      expect(plain).toMatchObject({ status: 308, headers: { location: `https://${HOST}/about/?a=b` } });
      expect(plain.headers).not.toHaveProperty('strict-transport-security');
    });

    test('the backend receives only forms that the site sends, and only allowed API calls', async () => {
      expect(await send('198.51.100.3')).toBe(200);
      for (const origin of ['https://evil.example', `http://${HOST}`])
        expect(await send('198.51.100.3', { origin })).toBe(403);
      for (const path of ['/api/backups/..%2fhealth', '/api/settings', '/_/../api/logs'])
        expect((await ask(path)).status).toBe(404);
    });

    test('a preview has its own host name, and other names below the preview host return 404', async () => {
      const askAt = (host: string) => {
        const visitor = byHttp2({ ...proxy, host }, STRANGER);
        return visitor.ask('/', { 'x-forwarded-host': HOST }).finally(visitor.close);
      };
      const headers = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
      const seen = await askAt(`${PREVIEW_LABEL}.${PREVIEW_HOST}`);
      expect(seen).toMatchObject({ status: 200, body: '<p>seen</p>', headers });
      expect(seen.headers).toHaveProperty('strict-transport-security');
      expect(await askAt(`other.${PREVIEW_HOST}`)).toMatchObject({ status: 404, headers });
      expect(await ask('/')).toMatchObject({ status: 200, body: PAGES['/'] });
    });

    test('plain HTTP redirects to the same preview, and an unknown host gets no response', async () => {
      const label = `${PREVIEW_LABEL}.${PREVIEW_HOST}`;
      const askHost = (host: string, agent: PlainAgent, path = '/') =>
        byHttp1(proxy, STRANGER, agent).ask(path, { host });
      const location = `https://${label}/about?a=b`;
      expect(await askHost(label, new PlainAgent(), '/about?a=b')).toMatchObject({
        status: 308,
        headers: { location },
      });
      for (const host of ['www.example.org', `${HOST}.example.org`, PREVIEW_HOST, '127.0.0.1', ''])
        for (const agent of [new PlainAgent(), new Agent()])
          await expect(askHost(host, agent, '/?secret-word')).rejects.toThrow(/socket hang up|ECONNRESET/);
      // The proxy has no certificate for a name that it does not serve.
      const stranger = byHttp1({ ...proxy, host: 'www.example.org' }, STRANGER, new Agent());
      await expect(stranger.ask('/')).rejects.toThrow(/alert|ECONNRESET|disconnected/);
    });

    test('each visitor behind a CDN can send 20 messages an hour', async () => {
      const network = name === 'nginx' ? '198.51.100' : '203.0.113';
      const spellings = [`${network}.1`, `${network}.1:4711`, `192.0.2.9, ${network}.1`];
      for (let message = 0; message < 20; message += 1)
        expect(await send(spellings[message % 3] ?? '')).toBe(200);
      for (const spelling of spellings) expect(await send(spelling)).toBe(429);
      for (const other of [`${network}.2`, `${network}.4:4711`, '2001:db8:1::1', '[2001:db8:2::1]:4711'])
        expect(await send(other)).toBe(200);
    });

    test('forwarding headers from untrusted addresses are ignored', async () => {
      const network = name === 'nginx' ? '198.51.100' : '203.0.113';
      let status = 0;
      for (let message = 1; message <= 21; message += 1)
        status = await send(`${network}.${100 + message}`, { 'x-real-ip': '192.0.2.1' }, STRANGER);
      expect(status).toBe(429);
    });

    test.each([
      ['is restarted', 'SIGTERM', 0],
      ['crashes', 'SIGUSR2', 1],
    ] as const)(
      'every request is answered while one process after the other %s',
      async (_what, signal, end) => {
        const agents = [true, true, false].map((keepAlive) => new Agent({ keepAlive }));
        const visitors = [
          byHttp2(proxy, STRANGER),
          byHttp2(proxy, STRANGER),
          ...agents.map((agent) => byHttp1(proxy, STRANGER, agent)),
        ];
        const pages = {
          ...PAGES,
          ...(end === 0 && { [`/assets/shell/${BUILD.description.version}/picture.png`]: PICTURE }),
        };
        const failures = await keepAsking(visitors, pages, async (more) => {
          for (const site of sites) {
            await more(50);
            expect(await site.process.end(signal)).toBe(end);
            await more(50);
            if (end === 0) await expectForms(site.port);
            site.process = await startSite(site.port);
          }
          await more(50);
        });
        expect(failures).toEqual([]);
        if (signal !== 'SIGUSR2') return;
        for (const { port } of sites)
          expect(await readFile(join(home, `site-${port}.log`), 'utf8')).toMatch(
            /^Error: A fault at \/ at [^\n]*$/m,
          );
      },
    );

    /**
     * Expects forms to arrive although one of the site's processes has stopped. Caddy checks the processes regularly, so
     * first waits until Caddy has noticed the stop. nginx notices it only when it forwards a form to the stopped process, so
     * there is nothing to wait for.
     */
    async function expectForms(stoppedPort: number): Promise<void> {
      if (name === 'Caddy') {
        const notice = `127.0.0.1:${stoppedPort}: connect: connection refused`;
        const log = join(directory, 'output.log');
        await until('Caddy has noticed', async () => (await readFile(log, 'utf8')).includes(notice));
      }
      for (const visitor of ['192.0.2.20', '192.0.2.21', '192.0.2.22']) expect(await send(visitor)).toBe(200);
    }

    test('§4 no log contains a verification secret, even while the site is down', async () => {
      expect((await askForVerifications()).slice(0, 3)).toEqual([200, 308, 308]);
      for (const { process } of sites) await process.end('SIGTERM');
      for (const status of await askForVerifications()) expect([502, 503]).toContain(status);
      for (const site of sites) site.process = await startSite(site.port);

      const logs = (await readdir(home, { recursive: true })).filter((file) => file.endsWith('.log'));
      const contents = await Promise.all(logs.map((file) => readFile(join(home, file), 'utf8')));
      expect(logs.filter((_file, index) => contents[index]?.includes('secret-word'))).toEqual([]);
      // Check that the proxy's log contains the requests. If the log were empty, the check above would prove nothing.
      const proxyLogs = contents.filter((_content, index) => logs[index]?.startsWith(name)).join('\n');
      const lines = proxyLogs.match(/.*\/micora\/verification.*/g) ?? [];
      for (const status of ['200', '308', '50[23]'])
        expect(lines.filter((line) => new RegExp(`\\b${status}\\b`).test(line))).not.toEqual([]);
    });

    /** Requests each of `VERIFICATIONS` over HTTP and HTTPS. @returns the statuses of the HTTPS responses */
    async function askForVerifications(): Promise<number[]> {
      const visitor = byHttp1(proxy, STRANGER, new Agent());
      const answers = VERIFICATIONS.map(async (path) => {
        const location = `https://${HOST}${path}`;
        expect(await askPlainly(path)).toMatchObject({ status: 308, headers: { location } });
        return visitor.ask(path, { referer: location });
      });
      return (await Promise.all([...answers, ask(VERIFICATIONS[0] ?? '')])).map(({ status }) => status);
    }
  });

const QUERY = 'userId=u&secret=secret-word';
/** Spellings of the verification page's address that our site, email programs and attackers may use. */
const VERIFICATIONS = [
  `/micora/verification?${QUERY}`,
  `/micora/verification/?${QUERY}`,
  `//micora//verification?${QUERY}`,
  `/%6dicora/%76erification?${QUERY}`,
  `/micora%2Fverification?${QUERY}`,
  `/micora/verification%3F${QUERY}`,
  `/micora/verification?userId=u&%73ecret=secret-word`,
  `/x/../micora/./verification?${QUERY}`,
  `/micora/verification?${QUERY}?a=%`,
];
