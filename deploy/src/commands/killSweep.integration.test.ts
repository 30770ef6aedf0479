import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from './deploy';
import { prune } from './prune';
import { pull } from './pull';
import { readArtifact } from '../build/readArtifact';
import type { Release } from '../release/Release';
import { startChild } from '../startChild';
import { directoryStore } from '../store/directoryStore';
import { expectWholeSite } from '../testing/expectWholeSite';
import type { KilledJob } from '../testing/killedChild';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';
import { writeShellBuild } from '../testing/writeShellBuild';

// Processes that really die. Each is killed before the next change of the store, which is after the one before.

/** How many processes run at once, and how many wait, started, for their turn. */
const WORKERS = 4;

/** More changes than any of the commands makes. */
const ENOUGH = 200;

// All of it takes a minute where nothing else runs.
jest.setTimeout(180_000);

let root: string;
let store: string;
const waiting: Promise<ChildProcess>[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kill-sweep-'));
  store = join(root, 'store');
  await writeShellBuild(join(root, 'shell'));
  for (const text of ['one', 'two', 'three']) {
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
});
afterAll(async () => {
  for (const child of waiting) (await child).kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

async function put(directory: string, ...builds: string[]): Promise<void> {
  const artifacts = await Promise.all(builds.map((name) => readArtifact(join(root, name))));
  await deploy({ store: directoryStore(directory), artifacts, log: () => undefined });
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
  child.on('message', () => (through = true));
  child.send(job);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect(signal).toBe('SIGKILL');
  return through;
}

/** What a sweep kills, and what must hold after each kill. */
interface Sweep {
  command: KilledJob['command'];
  /** The directory from which each run starts, with a copy of its own. */
  start: string;
  /** What is live in the copy afterwards, and after the same command or another deployment has come through. */
  check: (directory: string) => Promise<Release[]>;
}

/**
 * Kills the command before its first, second … change, until it comes through.
 *
 * @returns how many changes it makes, and which states were seen
 */
async function sweep({ command, start: origin, check }: Sweep) {
  let next = 1;
  let changes = ENOUGH;
  const seen = new Set<string>();
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (next <= changes + 1) {
        const killAt = next++;
        const address = join(root, `${command}-${killAt}`);
        await cp(origin, address, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
        const job = {
          command,
          address,
          from: join(root, 'origin'),
          build: join(root, 'micora-three'),
          killAt,
        };
        if (await runKilled(job)) changes = Math.min(changes, killAt - 1);
        const live = await check(address);
        seen.add(live.map(({ apps }) => Object.values(apps).sort().join(' ')).join(', then '));
        await rm(address, { recursive: true });
      }
    }),
  );
  return { changes, states: seen.size };
}

// How many changes a command makes at least, and which states are seen: what is live after the kill, and after the
// next deployment, for which a history that the killed command has written counts. Prune changes nothing of it.
test.each([
  ['deploy', 30, 3],
  ['rollback', 15, 2],
  ['prune', 30, 1],
] as const)(
  'a %s that is killed before or after any of its changes leaves one whole release live, and the next deployment succeeds',
  async (command, atLeast, states) => {
    const swept = await sweep({
      command,
      start: store,
      async check(directory) {
        const killed = await expectWholeSite(directory);
        await put(directory, 'studio-three');
        const afterwards = await expectWholeSite(directory);
        expect(afterwards.id).not.toBe(killed.id);
        return [killed, afterwards];
      },
    });
    expect(swept.changes).toBeGreaterThanOrEqual(atLeast);
    expect(swept.changes).toBeLessThan(ENOUGH);
    expect(swept.states).toBe(states);
  },
);

test('a pull that is killed before or after any of its changes leaves one whole release live, and the next one succeeds', async () => {
  const [host, origin] = [join(root, 'host'), join(root, 'origin')];
  const fetch = (directory: string) =>
    pull({
      from: directoryStore(origin),
      address: origin,
      to: directoryStore(directory),
      log: () => undefined,
    });
  await put(origin, 'shell', 'studio-one', 'micora-one');
  await fetch(host);
  // What the host has fetched is pruned since: there is something to fetch and something to remove.
  await put(origin, 'micora-two');
  const newest = await expectWholeSite(origin);
  const later = new Date(Date.now() + 60 * 86_400_000);
  await prune({ store: directoryStore(origin), keepDays: 30, now: later, log: () => undefined });

  const swept = await sweep({
    command: 'pull',
    start: host,
    async check(directory) {
      const killed = await expectWholeSite(directory);
      const afterwards = await fetch(directory);
      expect(afterwards.id).toBe(newest.id);
      expect(await expectWholeSite(directory)).toEqual(newest);
      expect(await readdir(join(directory, 'releases'))).toEqual([newest.id]);
      return [killed, afterwards];
    },
  });
  expect(swept.changes).toBeGreaterThanOrEqual(60);
  expect(swept.changes).toBeLessThan(ENOUGH);
  expect(swept.states).toBe(2);
});
