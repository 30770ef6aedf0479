import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { hooksWith } from '@site/backend/testing/hooksWith';
import { repetitions } from '@site/backend/testing/repetitions';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { compress } from '@site/tools/store/compress';
import { directoryStore } from '@site/tools/store/directoryStore';
import { exchange } from '@site/tools/testing/exchange';
import {
  randomRequest,
  sentRequest,
  VISITOR_CALLS,
  type SentRequest,
} from '@site/tools/testing/randomRequest';
import {
  addressOf,
  judge,
  judgeRedirect,
  MODEL_ASSETS,
  MODEL_FILES,
  MODEL_PREVIEW,
} from '@site/tools/testing/siteModel';
import { detours, spellings } from '@site/tools/testing/spellings';
import { startSiteServer, type RunningServer } from '@site/tools/testing/startSiteServer';
import { startWitness } from '@site/tools/testing/startWitness';
import { recordLive, storeRelease } from '@site/tools/testing/storedRelease';
import { words } from '@site/tools/testing/words';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';

// Any request at all, held against a model of the site, with a real PocketBase behind a witness.

const REQUESTS = repetitions(2000, 100_000);

jest.setTimeout(repetitions(120_000, 900_000));

/** What only the operator may reach, directly at PocketBase. */
const OPERATOR =
  words(`GET:/_/ GET:/api/settings GET:/api/collections GET:/api/collections/_superusers/records
  POST:/api/collections/_superusers/auth-with-password POST:/api/collections/_superusers/request-password-reset
  POST:/api/collections/_superusers/impersonate/abcdefghijklmno GET:/api/collections/form_submits/records
  GET:/api/collections/micora_delete_requests/records POST:/api/collections/projects/records GET:/api/logs
  GET:/api/backups POST:/api/backups GET:/api/crons POST:/api/batch GET:/api/realtime POST:/api/files/token`).map(
    (call) => call.replace(':', ' '),
  );

/** Found by random requests, or tried against other servers. */
const KNOWN = [
  ...words(String.raw`/about/?a#b /about/? //robots.txt /%72obots.txt /about/../robots.txt
    /about/../assets/shell/s1/main.js //assets/shell/s1/main.js /assets//shell/s1/main.js
    /assets/shell%2Fs1/main.js /assets/./shell/s1/main.js /%61ssets/../about /#now%68ere
    http://www.example.com%2f/about http://./ http://www.example.com?a /about?RELEASE=live
    /about?RELEASE=${MODEL_PREVIEW} /about?release=%6cive /about?a?release=live /notes/%ff /notes/a%00b
    /notes/%ed%a0%80 /notes/%f0%9f%98%80 //evil.example/%00?release=live /%5cevil.example/%00?release=live
    /\evil.example/%00?release=live //evil.example/%ff?release=live /% /%00 /../../../../etc/passwd
    /%2e%2e/%2e%2e/%2e%2e/etc/passwd /..%2f..%2f..%2fetc%2fpasswd /..%252f..%252fetc%252fpasswd
    /..%5c..%5cetc%5cpasswd /%c0%ae%c0%ae/etc/passwd /assets/../artifacts/shell/s1/server.cjs
    /assets/%2e%2e/artifacts/shell/s1/server.cjs /assets/..%2fartifacts/shell/s1/server.cjs
    /assets/shell/..%2f..%2f..%2fartifacts%2fshell%2fs1%2fserver.cjs /assets/..%5cartifacts/shell/s1/server.cjs
    /assets/..%252fartifacts/shell/s1/server.cjs /assets//etc/passwd /assets/shell/s1/images/picture.png%00.js
    /assets/%00 /.well-known/../../history/1.json /.well-known/..%2f..%2fhistory%2f1.json
    /robots.txt/../../history/1.json /projects/../../../history/1.json /artifacts/shell/s1/server.cjs
    /history/1.json /releases/ /previews/${MODEL_PREVIEW}.json /pages/`),
  ...['/about?\xff', ' /about '],
].map((target) => sentRequest('GET', target));

let backend: TestBackend;
let hooks: Awaited<ReturnType<typeof hooksWith>>;
let witness: Awaited<ReturnType<typeof startWitness>>;
let directory: string;
let server: RunningServer;
/** What the model has said that reaches PocketBase. */
const calls: string[] = [];

beforeAll(async () => {
  // PocketBase's own log of requests says what has reached it.
  hooks = await hooksWith('');
  await rm(join(hooks.hooksDir, 'logs.pb.js'));
  backend = await startTestBackend({ seeded: false, hooksDir: hooks.hooksDir });
  witness = await startWitness(backend.url);
  directory = await temporaryDirectory();
  const store = directoryStore(directory);
  for (const name of MODEL_ASSETS) {
    for (const [file, bytes] of await compress(`assets/${name}`, Buffer.from(`[[asset ${name}]]`)))
      await store.write(file, bytes);
  }
  await store.write('artifacts/shell/s1/server.cjs', 'private');
  const files = (kind: string) =>
    Object.fromEntries(MODEL_FILES.map((name) => [name, `[[${kind} ${name}]]`]));
  await storeRelease(store, MODEL_PREVIEW, files('preview'));
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-1a2b3c4d', files('page')));
  server = await startSiteServer(directory, witness.url);
});
afterAll(async () => {
  await server.stop();
  await witness.stop();
  await backend.stop();
  await hooks.remove();
});

test(`§6 each of ${REQUESTS} random requests is a listed call, a page, an asset, a redirect to one, or refused`, async () => {
  const operator = await signIn(backend);
  await wait(10);
  const since = new Date().toISOString().replace('T', ' ');
  await fc.assert(fc.asyncProperty(randomRequest, expectAsModelled), {
    numRuns: REQUESTS,
    examples: KNOWN.map((sent) => [sent]),
  });

  // What PocketBase has written down, which it does every few seconds and in order.
  await fetch(`${backend.url}/api/last`);
  const readLog = async () => {
    const lines: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const list = await operator.logs.getList(page, 1000, { filter: `created >= "${since}"` });
      pages = list.totalPages;
      lines.push(...list.items.map(({ data }) => `${data.method} ${String(data.url).split('?')[0]}`));
    }
    return lines.includes('GET /api/last') && lines;
  };
  const logged = await until('PocketBase has written down the last request', readLog);
  expect(logged.sort()).toEqual([...calls, 'GET /api/last'].sort());
});

test.each(VISITOR_CALLS)('§6 %s is that call in no other spelling', async (call) => {
  const [method = '', path = ''] = call.split(' ');
  for (const target of [...spellings(path), ...detours(path)]) await expectAsModelled(sent(method, target));
  expect(calls).toContain(call);
});

test.each(OPERATOR)(
  '§6 %s, which is there at PocketBase, cannot be reached by any spelling',
  async (call) => {
    const [method = '', path = ''] = call.split(' ');
    const direct = await fetch(backend.url + path, { method, signal: AbortSignal.timeout(10_000) });
    await direct.body?.cancel();
    // The dashboard and the event stream are open; everything else asks who is there.
    expect([200, 400, 401, 403]).toContain(direct.status);
    for (const target of spellings(path)) await expectAsModelled(sent(method, target));
  },
);

const sent = (method: string, target: string) =>
  sentRequest(method, target, {
    headers: ['Content-Type: application/json'],
    body: method === 'POST' ? '{}' : '',
  });

async function expectAsModelled(request: SentRequest): Promise<void> {
  const { method, target, host, headers, framed } = request;
  const expected = judge(request);
  const call = `${method} ${addressOf(target).path}`;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...headers,
    'Connection: close',
    '',
    framed,
  ];
  const answer = await exchange(server.origin, [lines.join('\r\n')], { patience: 10_000 });
  if (expected === 'call') calls.push(call);
  expect([lines.slice(0, -1), outcome(answer, method, expected), witness.takeCalls()]).toEqual([
    ...[lines.slice(0, -1), expected],
    expected === 'call' ? [call] : [],
  ]);
}

/** What an answer is, in the words of the model. */
function outcome(answer: string, method: string, expected: string): string {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  if (expected === 'call' && header('x-release') === undefined && status < 500) return 'call';
  if (/pocketbase|superuser|authorization token|node_modules|\/tmp\/|private/i.test(rest.join()))
    return answer;
  if (status >= 400 && status < 500) return 'refusal';
  if (status === 302 || status === 308) return judgeRedirect(header('location') ?? '');
  if (method === 'HEAD' && status < 300 && / .*\./.test(expected)) return expected;
  const bytes = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[header('content-encoding') ?? ''];
  const name = /\[\[(.*)\]\]/.exec((unpack ? unpack(bytes) : bytes).toString())?.[1];
  return status < 300 && name ? name : answer.slice(0, 500);
}
