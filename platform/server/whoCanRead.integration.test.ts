import '../testing/renderHere';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { deploy } from '../release/deploy';
import { previewRelease } from '../release/previewRelease';
import type { LoadedBuild } from '../store/readBuild';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { askHost } from '../testing/askHost';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyRemote, tinyShell } from '../testing/tinySite';
import { servePreviews } from './servePreviews';

// The tests in this file check each cell of `docs/who-can-read-what.md` against a real PocketBase.

jest.setTimeout(120_000);

const HOST = 'previews.example.net';

let backend: TestBackend;
let live: Store;
let previews: Store;
let site: RunningServer;
let draftKey: string;
let previewServer: ReturnType<typeof servePreviews>;
const reached: Record<string, string> = {};

function reader(words: string, collection = 'quays'): LoadedBuild {
  const source = `{
    list: async (read) => {
      const { items } = await read('/collections/${collection}/records', { page: 1, perPage: 30 });
      return new Map([['', { titles: items.map(({ title }) => title) }]]);
    },
    prepare: (data) => data,
  }`;
  const build = tinyRemote({
    forms: ['form_submits'],
    pages: { '/': `return '${words} ' + data.titles.join()` },
    sources: { '/': source },
    first: `/* the server bundle of ${words} */`,
  });
  return { ...build, maps: gzipSync(JSON.stringify({ 'Page1.js': `the source map of ${words}` })) };
}

async function textsIn(store: Store): Promise<string> {
  const texts: string[] = [];
  for (const { key } of await store.list('', { deep: true })) {
    const content = (await store.read(key)) ?? Buffer.alloc(0);
    if (key.endsWith('.br')) texts.push(brotliDecompressSync(content).toString());
    else if (key.endsWith('.gz')) texts.push(gunzipSync(content).toString());
    else texts.push(content.toString());
  }
  return texts.join('\n');
}

/** Requests the given paths with `draftKey`, and returns the text of the responses. Does not follow redirects. */
async function readResponses(origin: string, host: string, paths: string[]): Promise<string> {
  const responses: string[] = [];
  for (const path of paths) {
    const { port } = new URL(origin);
    responses.push((await askHost({ port, host, path, headers: { 'x-draft-key': draftKey } })).text);
  }
  return responses.join('\n');
}

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  const { operator, visitor } = backend;
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'open', type: 'bool' },
    { name: 'note', type: 'text', hidden: true },
    { name: 'file', type: 'file', maxSelect: 1, protected: true },
  ];
  ({ key: draftKey } = await operator.collection('draft_keys').create<{ key: string }>({ key: '' }));
  const rule = 'open = true || @collection.draft_keys.key ?= @request.headers.x_draft_key';
  const rules = { type: 'base', listRule: rule, viewRule: rule };
  const textFile = (words: string) => new File([words], 'original.txt', { type: 'text/plain' });
  for (const name of ['quays', 'boats']) await operator.collections.create({ name, ...rules, fields });
  const quay = await operator.collection('quays').create<{ id: string; file: string }>({
    ...{ title: 'the record', open: true, note: 'the hidden field' },
    file: textFile('the original file'),
  });
  const hidden = await operator.collection('quays').create<{ id: string; file: string }>({
    ...{ title: 'the hidden record', open: false },
    file: textFile('the hidden file'),
  });
  const boat = await operator.collection('boats').create<{ id: string; file: string }>({
    ...{ title: 'the unread record', open: true },
    file: textFile('the unread file'),
  });
  const sent = await visitor.collection('form_submits').create({
    full_name: 'the visitor',
    email_address: 'ada@example.com',
    project_details: 'the submission',
  });

  live = directoryStore(await temporaryDirectory());
  previews = directoryStore(await temporaryDirectory());
  const options = { backendUrl: backend.url, log: () => undefined };
  const build = reader('the live page');
  const builds = [tinyShell(), build, tinyMicora('the page of both')];
  await deploy({ ...options, store: live, change: { kind: 'deploy', builds } });
  const seen = reader('the previewed page');
  const made = await previewRelease({ ...options, store: live, previews, builds: [seen], name: 'pr-1' });

  site = await startSiteServer(live, backend.url);
  const served = { host: HOST, previews, live, liveOrigin: site.origin, backendUrl: backend.url };
  previewServer = servePreviews(served);
  previewServer.server.listen(0, '127.0.0.1');
  await once(previewServer.server, 'listening');

  const api = (collection: string) => `/api/collections/${collection}/records`;
  const bundles = [build, seen].flatMap(({ description: { app, version } }) =>
    ['server.cjs', 'maps.json.gz', 'maps.json', 'Page1.js.map'].map((file) => `${app}/${version}/${file}`),
  );
  const paths = [
    ...['/', '/micora', '/release.json', '/releases/1.json', `/${made?.label}/releases/1.json`],
    ...bundles.flatMap((bundle) => [`/builds/${bundle}`, `/assets/${bundle}`, `/assets/../builds/${bundle}`]),
    ...['quays', 'boats', 'form_submits'].flatMap((name) => [
      api(name),
      `${api(name)}?page=1&perPage=30`,
      `${api(name)}?page=1&perPage=30&fields=*,note`,
      `${api(name)}?filter=open=false`,
      ...[quay, hidden, boat, sent].flatMap(({ id }) => [
        `${api(name)}/${id}`,
        `${api(name)}?filter=id%3D%27${id}%27`,
      ]),
    ]),
    `/api/files/quays/${quay.id}/${quay.file}`,
    `/api/files/quays/${hidden.id}/${hidden.file}`,
    `/api/files/boats/${boat.id}/${boat.file}`,
  ];
  const previewOrigin = `http://127.0.0.1:${(previewServer.server.address() as AddressInfo).port}`;
  const stores = { live: await textsIn(live), previews: await textsIn(previews) };
  reached.visitor = await readResponses(site.origin, 'www.example.com', paths);
  reached['a visitor with a key that reads drafts'] = await readResponses(backend.url, '127.0.0.1', paths);
  reached['a reviewed branch'] = stores.live + stores.previews;
  reached.host = stores.live;
  reached.deployer = stores.live + stores.previews;
  reached['anybody with the address'] = await readResponses(previewOrigin, `${made?.label}.${HOST}`, paths);
  reached['whoever guesses an address'] = await readResponses(
    previewOrigin,
    `pr-1-${'0'.repeat(32)}.${HOST}`,
    paths,
  );
  const all = ['quays', 'boats', 'form_submits'].map((name) => operator.collection(name).getFullList());
  const files = [`quays/${quay.id}/${quay.file}`, `boats/${boat.id}/${boat.file}`].map(async (file) =>
    (await fetch(`${backend.url}/api/files/${file}`)).text(),
  );
  reached.operator = JSON.stringify(await Promise.all([...all, ...files]));
});
afterAll(async () => {
  await site.stop();
  await previewServer.close();
  await backend.stop();
});

const BRANCH = 'a reviewed branch';
const LINK = 'anybody with the address';
const KEY = 'a visitor with a key that reads drafts';

test.each<[words: string, readers: string[]]>([
  ['the live page the record', ['visitor', BRANCH, 'host', 'deployer']],
  // `the page of both` is the same in the preview as on the live site, so the preview's store does not contain it.
  ['the page of both', ['visitor', BRANCH, 'host', 'deployer']],
  ['the previewed page the record', [BRANCH, 'deployer', LINK]],
  ['"title":"the record"', ['visitor', KEY, BRANCH, 'host', 'deployer', LINK, 'operator']],
  ['the hidden field', ['operator']],
  ['the hidden record', [KEY, 'operator']],
  ['the hidden file', [KEY]],
  ['the unread record', [KEY, 'operator']],
  ['the original file', ['visitor', KEY, LINK, 'operator']],
  ['the unread file', [KEY, 'operator']],
  ['the submission', ['operator']],
  ['the server bundle of the live page', [BRANCH, 'host', 'deployer']],
  ['the server bundle of the previewed page', [BRANCH, 'deployer']],
  ['the source map of the live page', [BRANCH, 'host', 'deployer']],
  ['the source map of the previewed page', [BRANCH, 'deployer']],
])('§6 nobody else can read %s', (words, readers) => {
  const found = Object.keys(reached).filter((name) => reached[name]?.includes(words));
  expect(found).toEqual(Object.keys(reached).filter((name) => readers.includes(name)));
});

test('a branch whose source reads submissions can be neither previewed nor deployed', async () => {
  const builds = [reader('curious', 'form_submits')];
  const options = { store: live, backendUrl: backend.url };
  const refusal = 'Visitors may not read the collection `form_submits`';
  const log = () => undefined;
  await expect(previewRelease({ ...options, builds, previews, name: 'pr-2', log })).rejects.toThrow(refusal);
  const change = { kind: 'deploy' as const, builds };
  await expect(deploy({ ...options, change, log })).rejects.toThrow(refusal);
});
