import '@site/platform/testing/renderHere';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { copyKey } from '@site/platform/pictures/pictureKeys';
import { HEARTBEAT } from '@site/platform/release/heartbeat';
import { listNumbers, releaseKey } from '@site/platform/release/readReleases';
import { listPictures, type Release } from '@site/platform/release/Release';
import { watch } from '@site/platform/release/watch';
import { createSite } from '@site/platform/server/createSite';
import { storeSource } from '@site/platform/server/storeSource';
import { directoryStore } from '@site/platform/store/directoryStore';
import { simulatedClock } from '@site/platform/testing/simulatedClock';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { tinyPortfolio } from '@site/platform/testing/tinyPortfolio';
import { useTinySite } from '@site/platform/testing/useTinySite';

jest.setTimeout(120_000);

const READ = '/collections/projects/records?perPage=500';
const ENCODINGS = ['identity', 'br', 'gzip'];

const site = useTinySite(async () => directoryStore(await temporaryDirectory()));
let backend: TestBackend;
let stop: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
});
afterEach(() => stop());
afterAll(() => backend.stop());

interface Kind {
  keyOf: (live: Release, newest: number) => string | undefined;
  /** Returns the addresses whose responses may change while the file is damaged. */
  shows?: (live: Release) => string[];
  /** For each kind of damage, whether `/health` reports it before the watcher looks for it. */
  isReported: { removed: boolean; altered: boolean };
  /** Whether the previous release is served until the file has been made again. */
  showsEarlier?: true;
  /** Whether the file is made again only when its build is deployed again. */
  isOfBuild?: true;
}

const portfolio = ({ builds }: Release) => `studio-remote/${builds['studio-remote']?.version}`;
const findCopy = (live: Release) => copyKey([...listPictures(live)][0] ?? '', 480);
const findPage = (encoding: string) => (live: Release) =>
  `pages/${live.pages['projects.html']?.content}${encoding}`;
const ofPage = { shows: () => ['/projects'], isReported: { removed: true, altered: false } };
const findHash = (live: Release) => Object.values(live.data['studio-remote']?.['/projects'] ?? {})[0];

const KINDS: Record<string, Kind> = {
  // If a release is removed, the watcher recreates it in its next round.
  release: {
    keyOf: (_live, newest) => releaseKey(newest),
    showsEarlier: true,
    isReported: { removed: false, altered: true },
  },
  page: { keyOf: findPage(''), ...ofPage },
  'page in Brotli': { keyOf: findPage('.br'), ...ofPage },
  'page in gzip': { keyOf: findPage('.gz'), ...ofPage },
  // No visitor requests a page's data, so no responses change.
  'data of a page': {
    keyOf: (live) => `data/${findHash(live)}.json.gz`,
    isReported: { removed: false, altered: false },
  },
  answer: {
    keyOf: (live) => `data/${live.answers[READ]?.content}.json.gz`,
    shows: () => [`/api${READ}`],
    isReported: { removed: true, altered: false },
  },
  'server bundle of a build': {
    keyOf: (live) => `builds/${portfolio(live)}/server.cjs`,
    isReported: { removed: true, altered: false },
    isOfBuild: true,
  },
  'file of a build for browsers': {
    keyOf: (live) => `assets/${portfolio(live)}/routes.js`,
    shows: (live) => [`/assets/${portfolio(live)}/routes.js`],
    isReported: { removed: true, altered: false },
    isOfBuild: true,
  },
  // Without the copy, the server redirects to the original picture in the backend.
  'copy of a picture': {
    keyOf: findCopy,
    shows: (live) => [`/${findCopy(live)}`],
    isReported: { removed: false, altered: false },
  },
};

const DAMAGES = {
  removed: (key: string) => site.store.remove(key),
  altered: (key: string) => site.store.write(key, 'altered'),
};
/** The intervals at which the watcher looks for removed files and for altered files, in milliseconds. */
const DUE = { removed: 3_600_000, altered: 24 * 3_600_000 };

interface Visit {
  /**
   * The status and the decoded text of each response, by address. If an address's responses differ between encodings, all
   * variants are joined.
   */
  responses: Map<string, string>;
  /** The result of the `files` check in `/health`. */
  files: unknown;
}

async function visit(live: Release): Promise<Visit> {
  const server = await createSite(storeSource(site.store), { backendUrl: backend.url, log: site.log });
  const responses = new Map<string, string>();
  const pages = ['/', '/projects', '/micora', ...projectPaths(live)];
  const assets = [`/assets/${portfolio(live)}/routes.js`, `/${findCopy(live)}`];
  for (const url of [...pages, ...assets, `/api${READ}`]) {
    const got = new Set<string>();
    for (const encoding of ENCODINGS) {
      const { statusCode, rawPayload, headers } = await server.inject({
        url,
        headers: { 'accept-encoding': encoding },
      });
      got.add(`${statusCode} ${unpacked(rawPayload, headers['content-encoding'])}`);
    }
    responses.set(url, [...got].join('\n'));
  }
  const { files } = (await server.inject('/health')).json<{ files: unknown }>();
  await server.close();
  return { responses, files };
}

const projectPaths = ({ pages }: Release) =>
  Object.keys(pages)
    .filter((file) => /^projects\/\w+\.html$/.test(file))
    .map((file) => `/${file.replace('.html', '')}`);

function unpacked(body: Buffer, encoding: unknown): string {
  try {
    if (encoding === 'br') return brotliDecompressSync(body).toString('latin1');
    return (encoding === 'gzip' ? gunzipSync(body) : body).toString('latin1');
  } catch {
    return 'cannot be decoded';
  }
}

async function openWatchedSite(): Promise<void> {
  const projects = backend.operator.collection('projects');
  for (const { id } of await projects.getFullList()) await projects.delete(id);
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c86' } })
    .jpeg()
    .toBuffer();
  const images = [new File([new Uint8Array(picture)], 'harbour.jpg', { type: 'image/jpeg' })];
  const { id } = await projects.create({ title: 'Harbour', images });
  site.backendUrl = backend.url;
  await site.put();
  await projects.update(id, { title: 'Quay' });
  await site.put();
  stop = watch({ store: site.store, backendUrl: backend.url, interval: 50, log: site.log });
  await until('the watcher has succeeded', () => site.store.read(HEARTBEAT));
  const live = await site.live();
  await until('the copies are made', () => site.store.read(findCopy(live)));
  await until('the marker is written', async () => (await site.store.list('pictures/')).length > 0);
}

const isWhole = () =>
  site.live().then(
    () => true,
    () => false,
  );

test.each(Object.keys(KINDS))('%s: a lost file affects nothing else, and is made again', async (name) => {
  const kind = KINDS[name] as Kind;
  const clock = simulatedClock();
  await openWatchedSite();
  for (const damage of ['removed', 'altered'] as const) await expectRepair(kind, damage, clock);
});

async function expectRepair(
  { keyOf, shows, isReported, showsEarlier, isOfBuild }: Kind,
  damage: keyof typeof DAMAGES,
  clock: ReturnType<typeof simulatedClock>,
): Promise<void> {
  const live = await site.live();
  const before = await visit(live);
  expect(before.files).toBe(true);
  expect([...before.responses.values()].every((response) => response.startsWith('200 '))).toBe(true);

  const key = keyOf(live, (await listNumbers(site.store))[0] ?? 0) ?? '';
  expect(await site.store.read(key)).toBeDefined();
  await DAMAGES[damage](key);
  const during = await visit(live);
  const changed = [...before.responses].filter(([url, response]) => during.responses.get(url) !== response);
  if (showsEarlier) for (const [, response] of during.responses) expect(response).toMatch(/^200 /);
  else expect(shows?.(live) ?? []).toEqual(expect.arrayContaining(changed.map(([url]) => url)));
  expect(during.files).toBe(!isReported[damage]);

  await clock.pass(DUE[damage]);
  if (isOfBuild) {
    const reported = async () => (await visit(live)).files === false;
    await until(
      'the watcher reports the build',
      async () => site.lines.join().includes(key) && (await reported()),
    );
    await site.put(tinyPortfolio());
    await clock.pass(DUE[damage]);
  }
  await until('it is made again', isWhole);
  await until('nothing is reported', async () => (await visit(live)).files === true);
  // A new release with the same pages may have gone live, so read the live release again. Poll, because copies of pictures
  // are made after a release.
  await until('visitors get what they got before', async () =>
    isDeepStrictEqual((await visit(await site.live())).responses, before.responses),
  );
}
