import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@site/backend/testing/freePort';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { directoryStore } from '@site/tools';
import { recordLive, storeRelease } from '@site/tools/testing/storedRelease';
import { tinyBuild } from '@site/tools/testing/tinyBuild';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { askPlainly, askSecurely, secureSocket, type Proxy } from './testing/askSecurely';
import { keepAsking } from './testing/keepAsking';
import { PROXIES } from './testing/PROXIES';
import { startUnit, type SiteProcess } from './testing/startUnit';

// The site on the net, as docs/operate.md has it: its proxies' files, two processes by their unit, a real PocketBase. Only
// addresses, ports, paths and the certificate are those of a test.

jest.setTimeout(240_000);

const HOST = 'www.example.com';
const RELEASE = '20261121T101500123Z-1a2b3c4d';
const CONTACT = '/api/collections/form_submits/records';
const PICTURE = 'picture'.repeat(80_000);
const BUILD = tinyBuild({
  ...{ app: 'shell', entry: { scripts: [], styles: [] }, pages: {}, server: '' },
  browser: { 'picture.png': PICTURE },
});
const PAGES = { '/': '<p>index.html</p>', '/about': '<p>about.html</p>' };
const FORM = JSON.stringify({
  full_name: 'Ada',
  email_address: 'ada@example.com',
  project_details: 'A website, please.',
});
const JSON_TYPE = { 'content-type': 'application/json' };
/** As browsers send it, the ones that say no more than where a form comes from. */
const FROM_THE_SITE = { ...JSON_TYPE, origin: `https://${HOST}` };
/** A loopback address that nobody trusts; 127.0.0.1 is where a CDN in front asks from. */
const STRANGER = '127.0.0.5';

let home: string;
let certificate: Buffer;
let backend: TestBackend;
let sites: { port: number; process: SiteProcess }[];

beforeAll(async () => {
  home = await temporaryDirectory();
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=${HOST}
     -addext subjectAltName=DNS:${HOST} -keyout ${home}/privkey.pem -out ${home}/fullchain.pem`.split(/\s+/),
    { stdio: 'pipe' },
  );
  certificate = await readFile(join(home, 'fullchain.pem'));
  const store = directoryStore(join(home, 'store'));
  const names = ['404.html', 'index.html', 'about.html', 'micora/verification.html'];
  const files = Object.fromEntries(names.map((name) => [name, `<p>${name}</p>`]));
  await recordLive(store, 1, await storeRelease(store, RELEASE, files, BUILD));
  backend = await startTestBackend({ seeded: false, env: {} });
  sites = [];
  for (let number = 1; number <= 2; number += 1) {
    const port = await freePort();
    sites.push({ port, process: await startSite(port) });
  }
});
afterAll(async () => {
  for (const one of sites) await one.process.stop();
  await backend.stop();
});

const startSite = (port: number) =>
  startUnit({
    port,
    store: join(home, 'store'),
    backendUrl: backend.url,
    log: join(home, `site-${port}.log`),
  });

for (const { name, program, start } of PROXIES)
  (program ? describe : describe.skip)(`docs/operate.md: ${name} in front`, () => {
    let proxy: Proxy;
    let directory: string;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      proxy = { host: HOST, https: await freePort(), http: await freePort(), certificate };
      directory = join(home, name);
      await mkdir(directory);
      const upstreams = sites.map(({ port }) => port);
      stop = await start({ ...proxy, directory, upstreams, certificates: home });
    });
    afterAll(() => stop());

    const ask = (path: string) => askSecurely(proxy, { ':path': path }, { from: STRANGER });

    /** Sends a form; whom a CDN in front speaks for is in `X-Forwarded-For`. */
    const send = async (headers: OutgoingHttpHeaders, from = '127.0.0.1') => {
      const call = { ':method': 'POST', ':path': CONTACT, ...FROM_THE_SITE, ...headers };
      return (await askSecurely(proxy, call, { body: FORM, from })).status;
    };

    test('speaks HTTP/2 over TLS, sends on whoever comes by HTTP, and reaches the backend', async () => {
      const page = await ask('/');
      expect(page).toMatchObject({ status: 200, body: PAGES['/'] });
      expect(page.headers).toMatchObject({ 'strict-transport-security': 'max-age=63072000' });
      const plain = await askPlainly(proxy, '/about/?a=b');
      expect(plain.status).toBe(308);
      expect(plain.headers).toMatchObject({ location: `https://${HOST}/about/?a=b` });
      expect(plain.headers).not.toHaveProperty('strict-transport-security');

      const visitor = { 'x-forwarded-for': '198.51.100.3' };
      expect(await send(visitor)).toBe(200);
      expect(await send({ ...visitor, origin: 'https://evil.example' })).toBe(403);
      expect(await send({ ...visitor, origin: `http://${HOST}` })).toBe(403);
      for (const path of ['/api/backups/..%2fhealth', '/api/settings', '/_/../api/logs'])
        expect((await ask(path)).status).toBe(404);
    });

    test('tells visitors apart, and a stranger who sends its headers gains nothing', async () => {
      // A minute has room for 20 messages of one visitor, whose address comes with a port or without.
      const network = name === 'nginx' ? '198.51.100' : '203.0.113';
      const words = [`${network}.1`, `${network}.1:4711`, `192.0.2.9, ${network}.1`];
      for (let message = 0; message < 20; message += 1)
        expect(await send({ 'x-forwarded-for': words[message % 3] })).toBe(200);
      for (const word of words) expect(await send({ 'x-forwarded-for': word })).toBe(429);
      for (const other of [`${network}.2`, `${network}.4:4711`, '2001:db8:1::1', '[2001:db8:2::1]:4711'])
        expect(await send({ 'x-forwarded-for': other })).toBe(200);

      const seen = new Set<string>();
      for (let message = 1; message <= 21; message += 1) {
        const forged = { 'x-forwarded-for': `${network}.${100 + message}`, 'x-real-ip': '192.0.2.1' };
        seen.add(`${message > 20 ? 'then' : 'first'} ${await send(forged, STRANGER)}`);
      }
      expect([...seen]).toContain('then 429');
    });

    test('goes on while its processes are restarted one after the other', async () => {
      const pages = { ...PAGES, [`/assets/shell/${BUILD.artifact.version}/picture.png`]: PICTURE };
      const failures = await keepAsking(site(pages), async ({ more }) => {
        await more(50);
        for (const one of sites) {
          expect(await one.process.stop()).toBe(0);
          await more(50);
          await expectForms(one.port);
          one.process = await startSite(one.port);
          await more(50);
        }
      });
      expect(failures).toEqual([]);
    });

    test.each([
      ['is killed', 'SIGKILL', 'SIGKILL'],
      ['ends by an exception', 'SIGUSR2', 1],
    ] as const)('goes on while a process %s', async (_what, signal, end) => {
      const failures = await keepAsking(site(PAGES), async ({ more }) => {
        for (const one of sites) {
          await more(50);
          expect(await one.process.stop(signal)).toBe(end);
          await more(50);
          one.process = await startSite(one.port);
        }
      });
      expect(failures).toEqual([]);
      if (signal !== 'SIGUSR2') return;
      for (const { port } of sites)
        expect(await readFile(join(home, `site-${port}.log`), 'utf8')).toMatch(
          /^Error: A fault at \/ at [^\n]*$/m,
        );
    });

    test('§4 no log holds the secret of a verification, also if nobody answers', async () => {
      const answered = await askForVerifications();
      for (const one of sites) await one.process.stop();
      const failed = await askForVerifications();
      for (const one of sites) one.process = await startSite(one.port);

      expect(answered.slice(0, 3)).toEqual([200, 308, 308]);
      for (const status of failed) expect([502, 503]).toContain(status);
      const logs = (await readdir(home, { recursive: true })).filter((file) => file.endsWith('.log'));
      const contents = await Promise.all(logs.map((file) => readFile(join(home, file), 'utf8')));
      expect(logs.filter((_file, index) => contents[index]?.includes('secret-word'))).toEqual([]);
      // So that it means something: each request is told.
      const told = contents.filter((_content, index) => logs[index]?.startsWith(name)).join('\n');
      const lines = told.match(/.*\/micora\/verification.*/g) ?? [];
      for (const status of ['200', '308', '50[23]'])
        expect(lines.filter((line) => new RegExp(`\\b${status}\\b`).test(line))).not.toEqual([]);
    });

    /** Asks by HTTP and by HTTPS. @returns how the latter is answered */
    async function askForVerifications(): Promise<number[]> {
      const byHttp2 = ask(VERIFICATIONS[0] ?? '');
      const answers = VERIFICATIONS.map(async (path) => {
        const plain = await askPlainly(proxy, path);
        expect(plain).toMatchObject({ status: 308, headers: { location: `https://${HOST}${path}` } });
        const line = `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nReferer: https://${HOST}${path}\r\n`;
        const socket = await secureSocket(proxy, STRANGER, 'http/1.1');
        socket.write(`${line}Connection: close\r\n\r\n`);
        return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
      });
      return [...(await Promise.all(answers)), (await byHttp2).status ?? NaN];
    }

    const site = (pages: Record<string, string>) => ({ host: HOST, port: proxy.https, certificate, pages });

    /** Forms arrive once the proxy has noticed that a process is away, which nginx does by each of them. */
    async function expectForms(away: number): Promise<void> {
      if (name === 'Caddy')
        await until('Caddy has noticed', async () =>
          (await readFile(join(directory, 'output.log'), 'utf8')).includes(
            `127.0.0.1:${away}: connect: connection refused`,
          ),
        );
      for (const visitor of ['192.0.2.20', '192.0.2.21', '192.0.2.22'])
        expect(await send({ 'x-forwarded-for': visitor })).toBe(200);
    }
  });

const QUERY = 'userId=u&secret=secret-word';
/** The address of the verification page, as it is and as mail programs and strangers might write it. */
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
