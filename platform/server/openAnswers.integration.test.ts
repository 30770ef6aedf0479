import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import '../testing/renderHere';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { repetitions } from '@site/backend/testing/repetitions';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { deploy, type DeployOptions } from '../release/deploy';
import type { Change } from '../release/steps/plan';
import { liveRelease } from '../release/readReleases';
import { listVersions } from '../release/Release';
import type { LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import {
  followDeployment,
  followUnread,
  listsIn,
  pageAddress,
  pageIn,
  possibleAnswers,
  readBy,
  type KeptAnswers,
  type KeptBodies,
  type ListRead,
  type Response,
} from '../testing/answersModel';
import { expectWholeStore } from '../testing/expectWholeStore';
import { failingServer } from '../testing/failingServer';
import { memoryStore } from '../testing/memoryStore';
import { simulatedClock } from '../testing/simulatedClock';
import { tinyRemote, tinyShell } from '../testing/tinySite';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

// A release answers reads as PocketBase 0.40.6 did when the release was made. In particular, PocketBase responds to the
// following reads with status 200, and so does the release:
//
// - A page beyond the last one: `{"items":[],"page":4,"perPage":2,"totalItems":5,"totalPages":3}`, where `page` is the
//   requested page. With `skipTotal`, both totals are -1.
// - `?filter=id='...'` with an unknown id: `{"items":[],"page":1,"perPage":30,"totalItems":0,"totalPages":0}`. With a known
//   id, `items` contains the record, and both totals are 1.

jest.setTimeout(repetitions(120_000, 3_600_000));

const DAY = 86_400_000;
const APPS = ['micora-remote', 'studio-remote'];

let backend: TestBackend;
let backendUrl: string;
/** The responses that the backend has sent during the current deployment. */
let log: Response[];
/**
 * Called before the backend responds to a request. Requests are numbered from 0 in each deployment. The function may edit
 * the records.
 */
let beforeRequest: (number: number) => Promise<void>;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  backendUrl = await failingServer((request, response) => {
    void (async () => {
      await beforeRequest(log.length);
      const url = request.url ?? '';
      const { status, body } = await askBackend(url);
      log.push({ address: url.replace(/^\/api/, ''), status, body });
      response.writeHead(status).end(body);
    })();
  });
});
afterAll(() => backend.stop());

async function askBackend(url: string): Promise<{ status: number; body: string }> {
  const response = await fetch(backend.url + url);
  return { status: response.status, body: await response.text() };
}

type Edit =
  | { kind: 'add' | 'remove' | 'change' | 'close' | 'open'; collection: number; which: number }
  | { kind: 'none' };

type Step =
  | { kind: 'deploy'; app: string; lists: Omit<ListRead, 'collection'>[]; of: number[]; edits: Edit[] }
  | { kind: 'refresh'; edits: Edit[] }
  | { kind: 'back'; app: string; which: number; edits: Edit[]; hasBackend: boolean }
  | { kind: 'remove'; app: string }
  | { kind: 'wait'; days: number };

const collection = fc.nat(1);
const app = fc.constantFrom(...APPS);
const edits = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('none' as const) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constantFrom('add' as const, 'remove', 'change'),
        collection,
        which: fc.nat(9),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('close' as const, 'open', 'open'),
        collection,
        which: fc.constant(0),
      }),
    },
  ),
  { maxLength: 8 },
);
const list = fc.record({
  isWhole: fc.boolean(),
  query: fc
    .record(
      {
        perPage: fc.integer({ min: 1, max: 3 }),
        sort: fc.constantFrom('number', '-number'),
        skipTotal: fc.constant(1),
        expand: fc.constant('other'),
        fields: fc.constantFrom('id,number', 'number'),
        filter: fc.constant('number > 4'),
      },
      { requiredKeys: ['perPage'] },
    )
    // Most of the generated lists contain complete records.
    .chain(({ expand, fields, filter, ...query }) =>
      fc.constantFrom(query, query, { ...query, expand, fields, filter }),
    )
    .map((query) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))),
}) as fc.Arbitrary<Omit<ListRead, 'collection'>>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deploy' as const),
      app,
      lists: fc.array(list, { maxLength: 3 }),
      of: fc.array(collection, { minLength: 3, maxLength: 3 }),
      edits,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('refresh' as const), edits }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('back' as const),
      app,
      which: fc.nat(9),
      edits,
      hasBackend: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), app }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(3, 5) }) },
);

test('§7 a release answers all that it has read as PocketBase did, in random deployments', async () => {
  const clock = simulatedClock();
  let run = 0;
  const sizes = fc.tuple(fc.nat(7), fc.nat(7));
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(step, { minLength: 2, maxLength: 10 }), async (counts, steps) => {
      const names = await createCollections((run += 1), counts);
      const site = await openSite(names, clock);
      try {
        for (const each of steps) await site.take(each);
      } finally {
        await site.close();
        for (const name of names.toReversed()) await backend.operator.collections.delete(name);
      }
    }),
    { numRuns: repetitions(12, 1000) },
  );
});

/**
 * Creates two collections with records, and returns the collections' names. Unless the first collection is empty, each
 * record in the second one refers to a record in the first.
 */
async function createCollections(run: number, counts: number[]): Promise<string[]> {
  const names = [`quays_${run}`, `ships_${run}`];
  let other = '';
  for (const [index, name] of names.entries()) {
    const fields: object[] = [
      { name: 'number', type: 'number' },
      { name: 'data', type: 'json' },
    ];
    if (other) fields.push({ name: 'other', type: 'relation', collectionId: other, maxSelect: 1 });
    const rules = { type: 'base', listRule: '', viewRule: '' };
    other = (await backend.operator.collections.create({ name, ...rules, fields })).id;
    for (let each = 0; each < (counts[index] ?? 0); each += 1)
      await edit(names, { kind: 'add', collection: index, which: each });
  }
  return names;
}

async function edit(names: string[], change: Edit): Promise<void> {
  if (change.kind === 'none') return;
  const { kind, which } = change;
  const name = names[change.collection] ?? '';
  if (kind === 'close' || kind === 'open') {
    await backend.operator.collections.update(name, { listRule: kind === 'open' ? '' : null });
    return;
  }
  const records = backend.operator.collection(name);
  const [all, others] = [
    await records.getFullList(),
    await backend.operator.collection(names[0] ?? '').getFullList(),
  ];
  const { id = '' } = all[which % (all.length || 1)] ?? {};
  const data = { '10': 'é<&>\u2028', '2': [1e21, 0.1, null], __proto__: which };
  const content = { number: which, data, other: others[which % (others.length || 1)]?.id };
  if (kind === 'add') await records.create(content);
  else if (id && kind === 'remove') await records.delete(id);
  else if (id) await records.update(id, { number: which + 10 });
}

/**
 * Creates a site with two remotes that do not read anything yet. The returned `take` carries out a step, and then
 * compares the site's responses with the model. After a refresh during which nothing was edited and no read was refused,
 * `take` also compares them with PocketBase's responses.
 */
async function openSite(names: string[], clock: ReturnType<typeof simulatedClock>) {
  const store: Store = memoryStore();
  const server: FastifyInstance = await createSite(storeSource(store, { look: 0 }));
  let kept: KeptAnswers = new Map();
  /**
   * The builds, by version. `lists` are the lists that a build reads. `read` contains the answers to these reads in the
   * newest release that contains the build.
   */
  const builds = new Map<string, { build: LoadedBuild; lists: ListRead[]; read: KeptBodies }>();
  const closed = new Set<number>();
  const ids = new Set(['unknown', 'x'.repeat(255)]);
  const liveApps = async () => {
    const live = await liveRelease(store);
    return live ? listVersions(live) : {};
  };

  function newBuild(app: string, lists: ListRead[]): LoadedBuild {
    const name = app.replace('-remote', '');
    const mount = name === 'studio' ? '/' : `/${name}`;
    const source = `{
      list: async (read) => {
        for (const { collection, query, isWhole } of ${JSON.stringify(lists)}) {
          for (let page = 1; ; page += 1) {
            const { items, perPage } = await read('/collections/' + collection + '/records', { page, ...query });
            if (!isWhole || items.length < perPage) break;
          }
        }
        return new Map([['', {}]]);
      },
      prepare: (data) => data,
    }`;
    const pages = { [mount]: `return '${app} ${builds.size}'` };
    const build = tinyRemote({ name, mount, pages, sources: { [mount]: source } });
    builds.set(build.description.version, { build, lists, read: new Map() });
    return build;
  }

  async function apply(change: Edit = { kind: 'none' }): Promise<void> {
    await edit(names, change);
    if (change.kind === 'open') closed.delete(change.collection);
    if (change.kind === 'close') closed.add(change.collection);
  }

  /**
   * Makes the first edit, and then deploys. The other edits are made during the deployment, one before each request to the
   * backend.
   */
  async function deployDuring(
    [first, ...during]: Edit[],
    change: Change,
    options: Pick<DeployOptions, 'backendUrl'> = {},
    changed?: LoadedBuild['description'],
  ): Promise<void> {
    log = [];
    beforeRequest = (number) => apply(during[number]);
    await apply(first);
    const before = await liveApps();
    try {
      await deploy({ store, change, log: () => undefined, ...options });
    } catch (error) {
      expect(String(error)).toMatch(
        /cannot be deployed, because its data cannot be read\. .+ with status 403/,
      );
      expect(log.at(-1)?.status).toBe(403);
      expect(await liveApps()).toEqual(before);
      return;
    }
    const { shell: _, ...versions } = await liveApps();
    const apps = Object.keys(versions);
    const now = Date.now();
    if (options.backendUrl) {
      const lists = Object.entries(versions).map(
        ([name, version]) => [name, builds.get(version)?.lists ?? []] as const,
      );
      const reads =
        change.kind === 'refresh'
          ? Object.keys(before).filter((name) => name !== 'shell')
          : [changed?.app ?? ''];
      const followed = followDeployment(kept, { builds: new Map(lists), reads, log, now });
      kept = followed.kept;
      const { unread = [] } = (await liveRelease(store)) ?? {};
      expect(unread.filter((name) => reads.includes(name))).toEqual(followed.refused.sort());
    } else if (changed) {
      const recalled = new Map([
        [changed.app, builds.get(changed.version)?.read ?? new Map<string, string>()],
      ]);
      kept = followUnread(kept, { apps, recalled, now });
    }
    for (const [name, version] of Object.entries(versions)) {
      const live = builds.get(version);
      if (live) live.read = readBy(kept, name);
    }
  }

  /**
   * Compares the site's responses with the model, and with PocketBase's responses if `isQuiet` is true.
   *
   * @param isQuiet whether the last step was a refresh during which nothing was edited and no read was refused
   */
  async function check(isQuiet: boolean): Promise<void> {
    const release = await expectWholeStore(store);
    const readers = (answers: Iterable<[string, { by: string[]; until?: unknown }]>) =>
      Object.fromEntries(
        [...answers].map(([address, { by, until }]) => [address, [by.toSorted(), until !== undefined]]),
      );
    expect(readers(Object.entries(release.answers))).toEqual(readers(kept));
    for (const name of names)
      for (const { id } of await backend.operator.collection(name).getFullList()) ids.add(id);
    const records = names.flatMap((name) =>
      [...ids].map((id) => `/collections/${name}/records?filter=id%3D%27${id}%27`),
    );
    const pages = listsIn(kept).flatMap((list) => [1, 2, 3, 4, 9].map((page) => pageIn(list, page)));
    const unread = pageAddress({ collection: names[0] ?? '', query: { perPage: 7 }, isWhole: true }, 1);
    for (const address of new Set([...kept.keys(), ...records, ...pages, unread])) {
      const { statusCode, body } = await server.inject(`/api${address}`);
      const possible = possibleAnswers(kept, address);
      expect({ address, status: statusCode }).toEqual({ address, status: possible.length > 0 ? 200 : 404 });
      if (possible.length === 0) continue;
      // If the release has a stored answer to exactly this read, the stored bytes are sent unchanged. They are therefore
      // compared as text, unless the read has `fields`: PocketBase then orders the records' fields randomly. All other
      // answers are compared as JSON.
      const isExact = kept.has(address) && !address.includes('fields=');
      const read = (text: string) => (isExact ? text : (JSON.parse(text) as unknown));
      expect(possible.map((one) => (typeof one === 'string' ? read(one) : one))).toContainEqual(read(body));
      if (!isQuiet) continue;
      const own = await askBackend(`/api${address}`);
      expect({ address, status: 200, body: read(body) }).toEqual({ address, ...own, body: read(own.body) });
    }
  }

  const change = {
    kind: 'deploy' as const,
    builds: [tinyShell(), ...APPS.map((name) => newBuild(name, []))],
  };
  log = [];
  await deploy({ store, change, backendUrl, log: () => undefined });

  return {
    async take(given: Step): Promise<void> {
      const live = await liveApps();
      let isQuiet = false;
      if (given.kind === 'wait') await clock.jump(given.days * DAY);
      if (given.kind === 'remove' && live[given.app] && Object.keys(live).length > 2)
        await deployDuring([], { kind: 'remove', app: given.app, builds: [] }, { backendUrl });
      if (given.kind === 'refresh') {
        await deployDuring(given.edits, { kind: 'refresh' }, { backendUrl });
        isQuiet = given.edits.length <= 1 && closed.size === 0;
        const before = (await liveRelease(store))?.id;
        if (isQuiet) await deployDuring([], { kind: 'refresh' }, { backendUrl });
        if (isQuiet) expect((await liveRelease(store))?.id).toBe(before);
      }
      if (given.kind === 'deploy') {
        const lists = given.lists.map((one, index) => ({
          ...one,
          collection: names[given.of[index] ?? 0] ?? '',
        }));
        const build = newBuild(given.app, lists);
        await deployDuring(
          given.edits,
          { kind: 'deploy', builds: [build] },
          { backendUrl },
          build.description,
        );
      }
      if (given.kind === 'back') {
        const stored = await store.list(`builds/${given.app}/`);
        const others = stored.filter((version) => version !== live[given.app]);
        const { build } = builds.get(others[given.which % (others.length || 1)] ?? '') ?? {};
        const from = live[given.app];
        if (build && from) {
          const rollback = { kind: 'rollback', app: given.app, from, to: build.description.version } as const;
          await deployDuring(
            given.edits,
            rollback,
            given.hasBackend ? { backendUrl } : {},
            build.description,
          );
        }
      }
      await check(isQuiet);
    },
    close: () => server.close(),
  };
}
