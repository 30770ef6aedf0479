import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { pickPort } from '@site/backend/pickPort';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { createSiteServer } from '@site/tools/server/serve';
import { TRANSPORT_SECURITY } from '@site/tools/server/securityHeaders';
import { directoryStore } from '@site/tools/store/directoryStore';
import { NGINX, runNginx } from '@site/tools/testing/runNginx';
import { recordLive, storeRelease } from '@site/tools/testing/storedRelease';
import { readBlocks, readCommands } from './testing/readBlocks';
import { runCommand } from './testing/runCommand';

// docs/operate.md as it stands on the net: its commands and its files, with a certificate that is made here. Only
// addresses, ports and paths are those of a test.

jest.setTimeout(120_000);

const HOST = 'www.example.com';
const RELEASE = '20261121T101500123Z-1a2b3c4d';
const CONTACT = '/api/collections/form_submits/records';
const SECRET = '/micora/verification/?userId=u&secret=secret-word';
const OPERATE = resolve(import.meta.dirname, 'operate.md');
/** From where a proxy in front asks the site. */
const PROXY = '127.0.0.2';

const describeNginx = NGINX ? describe : describe.skip;

let home: string;
let certificate: Buffer;
let backend: TestBackend;
const running: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'operate-'));
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=${HOST}
     -addext subjectAltName=DNS:${HOST} -keyout ${home}/privkey.pem -out ${home}/fullchain.pem`.split(/\s+/),
    { stdio: 'pipe' },
  );
  certificate = await readFile(join(home, 'fullchain.pem'));
  const store = directoryStore(join(home, 'store'));
  const names = ['404.html', 'index.html', 'micora/verification.html'];
  const files = Object.fromEntries(names.map((name) => [name, `<p>${name}</p>`]));
  await recordLive(store, 1, await storeRelease(store, RELEASE, files));
});
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function startBackend(): Promise<void> {
  backend = await startTestBackend({ seeded: false, env: {} });
  running.push(() => backend.stop());
}

/** What a command of the document writes that has this in it; `replace` puts in what is there in a test. */
async function siteConfig(part: string, replace: (command: string) => string): Promise<string> {
  const commands = (await readCommands(OPERATE)).filter((line) => line.includes(part));
  expect(commands).toHaveLength(1);
  const out = join(home, 'site.conf');
  const where = `--out ${out} --to ${join(home, 'store')} --log ${join(home, 'site.log')}`;
  const command = replace(commands[0] ?? '').replace('--out site.conf', where);
  await runCommand(`${command} --backend ${backend.url}`, { directory: resolve(import.meta.dirname, '..') });
  return readFile(out, 'utf8');
}

/** A file of the document, with certificate and ports of a test. */
async function fileOf(path: string): Promise<string> {
  const block = (await readBlocks(OPERATE)).find(({ file }) => file === path);
  return (block?.text ?? '').replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/g, home);
}

/** IPv6 is not on every machine that runs tests; its lines are read by nginx all the same, for another IPv4 address. */
const onLoopback = (config: string, ports: Record<string, number>) =>
  config
    .replaceAll(/(listen ['"]?)(?=\d+\b)/g, '$1127.0.0.1:')
    .replaceAll('[::]:', '127.0.0.3:')
    .replaceAll(/(127\.0\.0\.[13]:)(\d+)/g, (whole, address: string, port: string) =>
      port in ports ? `${address}${ports[port]}` : whole,
    );

/** Debian's own nginx.conf names TLS versions in the same context, which must not collide. */
const DEBIAN = 'ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on; gzip on;\n';

async function run(name: string, config: string, port: number): Promise<void> {
  await mkdir(join(home, name), { recursive: true });
  const stop = await runNginx({ home: join(home, name), http: `${DEBIAN}${config}`, port });
  running.push(stop, () => rm(join(home, name), { recursive: true, force: true }));
}

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** Asks by HTTP/2 over TLS; `preface` goes before both, as a load balancer in front tells whom it speaks for. */
async function askTls(port: number, headers: OutgoingHttpHeaders, body = '', preface = ''): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  socket.write(preface);
  const tls = connectTls({ socket, servername: HOST, ca: certificate, ALPNProtocols: ['h2'] });
  await once(tls, 'secureConnect');
  expect([tls.alpnProtocol, tls.getProtocol()]).toEqual(['h2', 'TLSv1.3']);
  const session = connectHttp2(`https://${HOST}`, { createConnection: () => tls });
  try {
    const stream = session.request(headers);
    const answered = once(stream, 'response') as Promise<[Record<string, unknown>]>;
    if (body) stream.end(body);
    const [got] = await answered;
    return { status: Number(got[':status']), headers: got, body: await text(stream) };
  } finally {
    session.destroy();
    socket.destroy();
  }
}

async function askPlainly(
  port: number,
  path: string,
  { from = '127.0.0.1', headers = {}, body = '' } = {},
): Promise<Answer> {
  const asking = request({
    host: '127.0.0.1',
    port,
    path,
    localAddress: from,
    headers: { host: HOST, ...headers },
    method: body ? 'POST' : 'GET',
  });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

const FORM = JSON.stringify({
  full_name: 'Ada',
  email_address: 'ada@example.com',
  project_details: 'A website, please.',
});
const JSON_TYPE = { 'content-type': 'application/json' };
/** As browsers send it, the ones that say no more than where a form comes from. */
const FROM_THE_SITE = { ...JSON_TYPE, origin: `https://${HOST}` };

async function expectNoSecretInLogs(): Promise<void> {
  const logs = (await readdir(home, { recursive: true })).filter((name) => /\.log\b/.test(name));
  expect(logs).toContain('site.log');
  for (const name of logs) expect(await readFile(join(home, name), 'utf8')).not.toContain('secret-word');
}

describeNginx('docs/operate.md: TLS at this nginx', () => {
  test('speaks HTTP/2 over TLS, sends on whoever comes by HTTP, and reaches the backend', async () => {
    await startBackend();
    const ports = { 443: await pickPort(0), 80: await pickPort(0) };
    const site = await siteConfig("'443 ssl http2'", (command) => command);
    const config = onLoopback((await fileOf('/etc/nginx/conf.d/tls.conf')) + site, ports);
    await run('tls', config, ports[443]);

    const page = await askTls(ports[443], { ':path': '/' });
    expect(page).toMatchObject({ status: 200, body: '<p>index.html</p>' });
    expect(page.headers).toMatchObject({ 'strict-transport-security': TRANSPORT_SECURITY });
    const sent = await askTls(ports[443], { ':method': 'POST', ':path': CONTACT, ...FROM_THE_SITE }, FORM);
    expect(sent.status).toBe(200);
    const foreign = { ...JSON_TYPE, origin: 'https://evil.example' };
    const refused = await askTls(ports[443], { ':method': 'POST', ':path': CONTACT, ...foreign }, FORM);
    expect(refused.status).toBe(403);
    for (const path of ['/api/backups/..%2fhealth', '/api/settings', '/_/../api/logs'])
      expect((await askTls(ports[443], { ':path': path })).status).toBe(404);

    const plain = await askPlainly(ports[80], SECRET);
    expect(plain.status).toBe(308);
    expect(plain.headers).toMatchObject({ location: `https://${HOST}${SECRET}` });
    expect(plain.headers).not.toHaveProperty('strict-transport-security');
    expect((await askTls(ports[443], { ':path': SECRET })).status).toBe(308);
    await expectNoSecretInLogs();
  });
});

/** Starts the site behind the proxy, by nginx or by its own server; gives its port. */
const sites: [name: string, start: () => Promise<number>][] = [
  [
    'nginx',
    async () => {
      const port = await pickPort(0);
      const config = await siteConfig('--trusted-proxy 10.0.0.7', (line) => line.replace('10.0.0.7', PROXY));
      await run('site', onLoopback(config, { 80: port }), port);
      return port;
    },
  ],
  [
    'serve.ts',
    async () => {
      const app = await createSiteServer({
        store: join(home, 'store'),
        backendUrl: backend.url,
        trustedProxies: [PROXY],
      });
      running.push(() => app.close());
      return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    },
  ],
];

describeNginx.each(sites)('docs/operate.md: a proxy in front of %s', (_name, startSite) => {
  test('tells visitors apart, and a stranger who sends its headers gains nothing', async () => {
    await startBackend();
    const site = await startSite();
    const ports = { 443: await pickPort(0) };
    const front = onLoopback(await fileOf('/etc/nginx/conf.d/front.conf'), ports)
      .replace('10.0.0.5:80', `127.0.0.1:${site}`)
      // The test speaks for visitors whose addresses are not of this machine.
      .replaceAll('ssl http2', 'ssl http2 proxy_protocol');
    const asVisitors = 'set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;';
    await run('front', `proxy_bind ${PROXY}; ${asVisitors}\n${front}`, ports[443]);

    const ask = (address: string, headers: OutgoingHttpHeaders, body?: string) => {
      const family = address.includes(':') ? `TCP6 ${address} ::1` : `TCP4 ${address} 127.0.0.1`;
      return askTls(ports[443], headers, body, `PROXY ${family} 50000 443\r\n`);
    };
    const send = async (address: string, headers: OutgoingHttpHeaders = {}) =>
      (await ask(address, { ':method': 'POST', ':path': CONTACT, ...FROM_THE_SITE, ...headers }, FORM))
        .status;

    const page = await ask('198.51.100.1', { ':path': '/' });
    expect(page).toMatchObject({ status: 200, body: '<p>index.html</p>' });
    expect(page.headers).toMatchObject({ 'strict-transport-security': TRANSPORT_SECURITY });

    // A minute has room for 20 messages of one visitor.
    for (let message = 0; message < 20; message += 1) expect(await send('198.51.100.1')).toBe(200);
    expect(await send('198.51.100.1')).toBe(429);
    for (const forged of ['203.0.113.1', '127.0.0.1', PROXY, '2001:db8:7::1'])
      expect(await send('198.51.100.1', { 'x-forwarded-for': forged, 'x-real-ip': forged })).toBe(429);
    expect(await send('198.51.100.2')).toBe(200);
    expect(await send('198.51.100.2', { origin: 'https://evil.example' })).toBe(403);
    expect(await send('198.51.100.2', { origin: `http://${HOST}` })).toBe(403);
    expect(await send('2001:db8:1::1')).toBe(200);

    // Past the proxy, if that were possible: one visitor, whatever it says.
    const seen = new Set<string>();
    for (let message = 1; message <= 21; message += 1) {
      const forged = `203.0.113.${message}`;
      const headers = { ...JSON_TYPE, 'x-forwarded-for': forged, 'x-real-ip': forged };
      const { status } = await askPlainly(site, CONTACT, { from: '127.0.0.3', headers, body: FORM });
      seen.add(`${message > 20 ? 'then' : 'first'} ${status}`);
    }
    expect([...seen]).toEqual(['first 200', 'then 429']);
    const forged = { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https' };
    const plain = await askPlainly(site, '/', { from: '127.0.0.3', headers: forged });
    expect(plain.headers).not.toHaveProperty('strict-transport-security');

    expect((await ask('198.51.100.1', { ':path': SECRET })).status).toBe(308);
    expect((await ask('198.51.100.1', { ':path': '/api/backups/..%2fhealth' })).status).toBe(404);
    await expectNoSecretInLogs();
  });
});
