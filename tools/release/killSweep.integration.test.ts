import '../testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_SOAK, repetitions } from '@site/backend/testing/repetitions';
import { deploy } from './deploy';
import { previewRelease } from './previewRelease';
import { expectWholeStore } from '../testing/expectWholeStore';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { liveRelease } from './liveRelease';
import type { Release } from './Release';
import { copyKeys, listPictures } from './pictures/pictureKeys';
import { storePicture } from './pictures/storePicture';
import { startModule } from '../testing/startModule';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { copyStore } from '../testing/copyStore';
import { expectWholeSite } from '../testing/expectWholeSite';
import type { KilledJob } from '../testing/killedChild';
import { copySite } from '../testing/sharedSite';
import { NO_S3 } from '../testing/startS3';
import { newBucketAddress, useS3 } from '../testing/useS3';
import { serveItems, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyPicture } from '../testing/tinyPicture';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import { writeShellBuild } from '../testing/writeShellBuild';

// Processes that really die, before a change of the store, which is after the one before.

/** How many processes run at once, and how many wait, started, for their turn. */
const WORKERS = 4;

// All of it takes a few minutes where nothing else runs.
jest.setTimeout(600_000);

type Command = KilledJob['command'];

let root: string;
let store: string;
const waiting: Promise<ChildProcess>[] = [];
const log = () => undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kill-sweep-'));
  store = join(root, 'store');
  await writeShellBuild(join(root, 'shell'));
  for (const text of ['one', 'two', 'three', 'four']) {
    await writeRemoteBuild(join(root, `studio-${text}`), {
      name: 'studio',
      mount: '/',
      pages: { '/': `return 'Home ${text}'` },
    });
    await writeRemoteBuild(join(root, `micora-${text}`), {
      name: 'micora',
      mount: '/micora',
      pages: { '/micora': `return 'MiCora ${text}'` },
    });
  }
  await put(store, 'shell', 'studio-one', 'micora-one');
  await put(store, 'studio-two');
  // With it there has never been the set that taking back the studio gives.
  await put(store, 'micora-two');
  await previewRelease({
    store: directoryStore(store),
    artifacts: await read('micora-three'),
    log,
  });
});
afterAll(async () => {
  for (const child of waiting) (await child).kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

function read(...builds: string[]): Promise<LoadedArtifact[]> {
  return Promise.all(builds.map((name) => readArtifact(join(root, name))));
}

async function put(address: string, ...builds: string[]): Promise<void> {
  await deploy({ store: await openStore(address, '/'), artifacts: await read(...builds), log });
}

async function start(): Promise<ChildProcess> {
  const child = startModule(join(__dirname, '../testing/killedChild.ts'), process.env);
  await once(child, 'message');
  return child;
}

/** @returns what it changed, if it came to its end before it was to die */
async function runKilled(job: KilledJob): Promise<string[]> {
  const child = await (waiting.shift() ?? start());
  waiting.push(start());
  let changes: string[] = [];
  let complaints = '';
  child.on('message', (made: string[]) => (changes = made));
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
  child.send(job);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL') throw new Error(`It ended by itself. ${complaints}`);
  return changes;
}

/** Where stores lie. */
interface Place {
  /** Gives the address of a copy of its own. */
  copy(origin: string): Promise<string>;
  /** Expects that what visitors get is one whole release, and gives it. */
  expectWhole(address: string): Promise<Release>;
}

const directories: Place = {
  async copy(origin) {
    const address = await mkdtemp(join(root, 'copy-'));
    copyStore(origin, address);
    return address;
  },
  expectWhole: expectWholeSite,
};

const buckets: Place = {
  async copy(origin) {
    const address = newBucketAddress();
    await copySite(directoryStore(origin), await openStore(address, '/'));
    return address;
  },
  async expectWhole(address) {
    const site = await openStore(address, '/');
    await expectWholeStore(site);
    const live = await liveRelease(site);
    if (!live) throw new Error('Nothing is live.');
    return live;
  },
};

/** What a sweep kills, and what must hold after each kill. */
interface Sweep {
  command: Command;
  place: Place;
  /** The directory from which each run starts, with a copy of its own. */
  start: string;
  /** Where the backend listens that is watched. */
  backendUrl?: string;
  /** What is live in the copy afterwards, and after the same command or another deployment has come through. */
  check: (address: string) => Promise<Release[]>;
}

/**
 * Lets the command come through once, and then kills it before its changes.
 *
 * @returns which kinds of changes it makes, and how many states were seen
 */
async function sweep({ command, place, start: origin, backendUrl, check }: Sweep) {
  const seen = new Set<string>();
  const runOnce = async (killAt?: number): Promise<string[]> => {
    const address = await place.copy(origin);
    const [from, build] = [join(root, 'origin'), join(root, 'micora-four')];
    const job = { command, address, from, build, backendUrl, environment: { ...process.env } };
    const changes = await runKilled({ ...job, killAt });
    const live = await check(address);
    seen.add(live.map(({ apps }) => Object.values(apps).sort().join(' ')).join(', then '));
    if (place === directories) await rm(address, { recursive: true });
    return changes;
  };
  const changes = await runOnce();
  const points = killPoints(changes);
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let killAt = points.shift(); killAt !== undefined; killAt = points.shift()) await runOnce(killAt);
    }),
  );
  return { kinds: [...new Set(changes)], states: seen.size };
}

/** The first of the changes of each kind, counted from 1; in a soak the first and the last of the first two runs of each. */
function killPoints(changes: string[]): number[] {
  const points: number[] = [];
  const runs = new Map<string | undefined, number>();
  for (let start = 0, end = 0; start < changes.length; start = end) {
    while (changes[end] === changes[start]) end += 1;
    const run = (runs.get(changes[start]) ?? 0) + 1;
    runs.set(changes[start], run);
    if (run <= repetitions(1, 2)) points.push(...new Set(IS_SOAK ? [start + 1, end] : [start + 1]));
  }
  return points;
}

/** Another deployment after the kill comes through, and its release alone is live. */
function checkNext(place: Place) {
  return async (address: string): Promise<Release[]> => {
    const killed = await place.expectWhole(address);
    await expectPreviewsWhole(await openStore(address, '/'));
    await put(address, 'studio-three');
    const afterwards = await place.expectWhole(address);
    expect(afterwards.id).not.toBe(killed.id);
    return [killed, afterwards];
  };
}

/** A preview that is there is whole: its builds can still be deployed. */
async function expectPreviewsWhole(site: Store): Promise<void> {
  for (const name of await site.list('previews/')) {
    const { pages } = JSON.parse(String(await site.read(`previews/${name}`))) as Release;
    const stored = await site.list('pages/');
    for (const { content } of Object.values(pages)) {
      for (const form of ['', '.br', '.gz']) expect(stored).toContain(content + form);
    }
  }
}

const UPLOAD = ['write assets', 'write artifacts', 'write pages'];
const PUBLISH = ['write releases', 'create history'];
const REMOVAL = [
  'write prune',
  'remove releases',
  'remove previews',
  'remove artifacts',
  'remove assets',
  'remove pages',
  'remove prune',
];

// What each command changes, and how many states are seen: what is live after the kill, and after the next deployment.
const commands: [Command, string[], number][] = [
  ['deploy', [...UPLOAD, ...PUBLISH], 2],
  ['rollback', ['write pages', ...PUBLISH], 2],
  ['preview', [...UPLOAD, 'write previews'], 1],
  ['removePreview', ['remove previews'], 1],
  ['prune', REMOVAL, 1],
  ['takedown', REMOVAL, 1],
];

// The others make the same changes.
const ALWAYS = ['deploy', 'rollback', 'preview', 'prune'];

test.each(commands.filter(([command]) => IS_SOAK || ALWAYS.includes(command)))(
  'a %s in a directory that is killed before or after its changes leaves one whole release live, and the next deployment succeeds',
  async (command, kinds, states) => {
    const swept = await sweep({ command, place: directories, start: store, check: checkNext(directories) });
    expect(swept).toEqual({ kinds, states });
  },
);

/** Kills a watcher that finds an edit. */
async function sweepWatch(place: Place) {
  const items = [
    { id: 'first', title: 'First' },
    { id: 'second', title: 'Second' },
  ];
  const backendUrl = await serveItems(() => items);
  const origin = await mkdtemp(join(root, 'watched-'));
  const artifacts = [...(await read('shell')), await tinyPortfolio()];
  await deploy({ store: directoryStore(origin), artifacts, backendUrl, log });
  items[0] = { id: 'first', title: 'Edited' };
  return sweep({
    command: 'watch',
    place,
    start: origin,
    backendUrl,
    async check(address) {
      const killed = await place.expectWhole(address);
      const site = await openStore(address, '/');
      await deploy({ store: site, artifacts: [], backendUrl, needsBackend: true, log });
      const afterwards = await place.expectWhole(address);
      const page = await site.read(`pages/${afterwards.pages['projects/first.html']?.content}`);
      expect(String(page)).toContain('Edited');
      return [killed, afterwards];
    },
  });
}

const WATCHED = { kinds: ['write pages', 'write data', ...PUBLISH, 'write heartbeat'], states: 1 };

test('a watch in a directory that is killed before or after its changes leaves one whole release live, and the next one shows what was edited', async () => {
  expect(await sweepWatch(directories)).toEqual(WATCHED);
});

/** Kills the storing of a picture's copies. */
function sweepPicture(place: Place) {
  const { name, copies } = tinyPicture;
  return sweep({
    command: 'picture',
    place,
    start: store,
    async check(address) {
      const site = await openStore(address, '/');
      const isWhole = async () => {
        const found = await Promise.all(copyKeys(name).map(([, key]) => site.read(key)));
        return copyKeys(name).every(([width], index) => found[index]?.equals(copies[width]));
      };
      if ((await listPictures(site)).has(name)) expect(await isWhole()).toBe(true);
      await storePicture(site, name, copies);
      expect([...(await listPictures(site))]).toEqual([name]);
      expect(await isWhole()).toBe(true);
      return [await place.expectWhole(address)];
    },
  });
}

const PICTURED = { kinds: ['create assets', 'create pictures'], states: 1 };

test('a picture whose process is killed before or after its changes does not count as made until it is whole, and the next one finishes it', async () => {
  expect(await sweepPicture(directories)).toEqual(PICTURED);
});

(NO_S3 ? describe.skip : describe)(`in a bucket${NO_S3 ? `, not tested: ${NO_S3}` : ''}`, () => {
  useS3();
  // A takedown removes as a prune does.
  const always = ['deploy', 'prune'];
  const swept = commands.filter(([command]) => (IS_SOAK ? command !== 'takedown' : always.includes(command)));
  test.each(swept)(
    'a %s that is killed before or after its changes leaves one whole release live, and the next deployment succeeds',
    async (command, kinds, states) => {
      const swept = await sweep({ command, place: buckets, start: store, check: checkNext(buckets) });
      expect(swept).toEqual({ kinds, states });
    },
  );

  test('a watch that is killed before or after its changes leaves one whole release live, and the next one shows what was edited', async () => {
    expect(await sweepWatch(buckets)).toEqual(WATCHED);
  });

  test('a picture whose process is killed before or after its changes does not count as made until it is whole, and the next one finishes it', async () => {
    expect(await sweepPicture(buckets)).toEqual(PICTURED);
  });
});
