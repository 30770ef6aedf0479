import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from './deploy';
import { previewRelease } from './previewRelease';
import { prune } from './prune';
import { pull } from './pull';
import { formsOf } from '../build/compress';
import { readArtifact } from '../build/readArtifact';
import type { LoadedArtifact } from '../build/readArtifact';
import { liveRelease } from '../release/liveRelease';
import { readRelease } from '../release/readRelease';
import { contentsOf } from '../release/Release';
import type { Release } from '../release/Release';
import { startChild } from '../startChild';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import type { KilledJob } from '../testing/killedChild';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import { writeShellBuild } from '../testing/writeShellBuild';

// Processes that really die. Each is killed before the next change of the store, which is after the one before.

/** How many processes run at once, and how many wait, started, for their turn. */
const WORKERS = 4;

/** More changes than any of the commands makes. */
const ENOUGH = 200;

// All of it takes a few minutes where nothing else runs.
jest.setTimeout(600_000);

type Command = KilledJob['command'];

let root: string;
let store: string;
/** With fewer builds, for where a change takes longer. */
let preview: Release;
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
  preview = await previewRelease({
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
  const child = startChild(join(__dirname, '../testing/killedChild.ts'), process.env);
  await once(child, 'message');
  return child;
}

/** True if the command came to its end before it was to die. */
async function runKilled(job: KilledJob): Promise<boolean> {
  const child = await (waiting.shift() ?? start());
  waiting.push(start());
  let through = false;
  let complaints = '';
  child.on('message', () => (through = true));
  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()));
  child.send(job);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL') throw new Error(`It ended by itself. ${complaints}`);
  return through;
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
    await cp(origin, address, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    return address;
  },
  expectWhole: expectWholeSite,
};

/** What a sweep kills, and what must hold after each kill. */
interface Sweep {
  command: Command;
  place: Place;
  /** The directory from which each run starts, with a copy of its own. */
  start: string;
  /** What is live in the copy afterwards, and after the same command or another deployment has come through. */
  check: (address: string) => Promise<Release[]>;
}

/**
 * Kills the command before its first, second … change, until it comes through.
 *
 * @returns how many changes it makes, and which states were seen
 */
async function sweep({ command, place, start: origin, check }: Sweep) {
  let next = 1;
  let changes = ENOUGH;
  const seen = new Set<string>();
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (next <= changes + 1) {
        const killAt = next++;
        const address = await place.copy(origin);
        const job = {
          command,
          address,
          from: join(root, 'origin'),
          build: join(root, 'micora-four'),
          environment: { ...process.env },
          killAt,
        };
        if (await runKilled(job)) changes = Math.min(changes, killAt - 1);
        const live = await check(address);
        seen.add(live.map(({ apps }) => Object.values(apps).sort().join(' ')).join(', then '));
        if (place === directories) await rm(address, { recursive: true });
      }
    }),
  );
  return { changes, states: seen.size };
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

/** A preview that is there is whole: it can still be promoted. */
async function expectPreviewsWhole(site: Store): Promise<void> {
  for (const name of await site.list('previews/')) {
    const { pages } = JSON.parse(String(await site.read(`previews/${name}`))) as Release;
    const stored = await site.list('pages/');
    for (const { content } of Object.values(pages)) {
      for (const form of ['', '.br', '.gz']) expect(stored).toContain(content + form);
    }
  }
}

// How many changes a command makes at least, and which states are seen: what is live after the kill, and after the
// next deployment, for which a history that the killed command has written counts. Others change nothing of it.
describe.each<[string, Place, [Command, number, number][]]>([
  [
    'in a directory',
    directories,
    [
      ['deploy', 20, 3],
      ['rollback', 5, 2],
      ['restore', 2, 3],
      ['preview', 5, 1],
      ['promote', 6, 3],
      ['withdraw', 2, 1],
      ['prune', 30, 1],
      ['takedown', 10, 1],
    ],
  ],
])('%s', (_name, place, commands) => {
  test.each(commands)(
    'a %s that is killed before or after any of its changes leaves one whole release live, and the next deployment succeeds',
    async (command, atLeast, states) => {
      const swept = await sweep({
        command,
        place,
        start: store,
        check: checkNext(place),
      });
      expect(swept.changes).toBeGreaterThanOrEqual(atLeast);
      expect(swept.changes).toBeLessThan(ENOUGH);
      expect(swept.states).toBe(states);
    },
  );
});

test('a tree that is being laid out when its process is killed is no tree: one whole release is live, and the next command lays it out', async () => {
  const origin = await directories.copy(store);
  const unfollowed: Store = { ...directoryStore(origin), follow: () => Promise.resolve() };
  await deploy({ store: unfollowed, artifacts: await read('studio-three'), log });
  await unfollowed.remove(`previews/${preview.id}.json`);
  const swept = await sweep({
    command: 'follow',
    place: directories,
    start: origin,
    async check(directory) {
      const killed = await expectWholeSite(directory);
      await directoryStore(directory).follow();
      const afterwards = await expectWholeSite(directory);
      expect(afterwards.id).toBe((await liveRelease(unfollowed))?.id);
      // What is called by a release's id has all of its files.
      const trees = (await readdir(join(directory, 'trees'))).filter((name) => !name.endsWith('.tmp'));
      expect(trees).toEqual(expect.arrayContaining([killed.id, afterwards.id]));
      for (const id of trees) {
        const release = await readRelease(unfollowed, id);
        const files = await readdir(join(directory, 'trees', id), { recursive: true });
        const expected = contentsOf(release).flatMap(([file]) => formsOf(file).map((form) => file + form));
        expect(files).toEqual(expect.arrayContaining(expected));
      }
      return [killed, afterwards];
    },
  });
  expect(swept.changes).toBeGreaterThanOrEqual(15);
  expect(swept.changes).toBeLessThan(ENOUGH);
  expect(swept.states).toBe(2);
});

test('a pull that is killed before or after any of its changes leaves one whole release live, and the next one succeeds', async () => {
  const [host, origin] = [join(root, 'host'), join(root, 'origin')];
  const fetch = (directory: string) =>
    pull({ from: directoryStore(origin), address: origin, to: directoryStore(directory), log });
  await put(origin, 'shell', 'studio-one', 'micora-one');
  await fetch(host);
  // What the host has fetched is pruned since: there is something to fetch and something to remove.
  await put(origin, 'micora-two');
  const newest = await expectWholeSite(origin);
  const later = new Date(Date.now() + 60 * 86_400_000);
  await prune({ store: directoryStore(origin), keepDays: 30, now: later, log });
  const seen = await previewRelease({
    store: directoryStore(origin),
    artifacts: await read('micora-three'),
    log,
  });

  const swept = await sweep({
    command: 'pull',
    place: directories,
    start: host,
    async check(directory) {
      const killed = await expectWholeSite(directory);
      await expectPreviewsWhole(directoryStore(directory));
      const afterwards = await fetch(directory);
      expect(afterwards.id).toBe(newest.id);
      expect(await expectWholeSite(directory)).toEqual(newest);
      expect(await readdir(join(directory, 'releases'))).toEqual([`${newest.id}.json`]);
      expect(await readdir(join(directory, 'previews'))).toEqual([`${seen.id}.json`]);
      return [killed, afterwards];
    },
  });
  expect(swept.changes).toBeGreaterThanOrEqual(40);
  expect(swept.changes).toBeLessThan(ENOUGH);
  expect(swept.states).toBe(2);
});
