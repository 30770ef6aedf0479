import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploy } from './deploy';
import { readArtifact } from './readArtifact';
import { directoryStore } from './store/directoryStore';
import { expectWholeSite } from './testing/expectWholeSite';
import type { KilledJob } from './testing/killedChild';
import { writeRemoteBuild } from './testing/writeRemoteBuild';
import { writeShellBuild } from './testing/writeShellBuild';

// Processes that really die. Each is killed before the next change of the store, which is after the one before.

/** How many processes run at once, and how many wait, started, for their turn. */
const WORKERS = 4;

/** More changes than any of the commands makes. */
const ENOUGH = 200;

jest.setTimeout(90_000);

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
  const child = fork(join(__dirname, 'testing/killedChild.ts'), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
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

/**
 * Kills the command before its first, second … change, until it comes through.
 *
 * @returns how many changes it makes
 */
async function sweep(command: KilledJob['command'], check: (live: string[]) => void): Promise<number> {
  let next = 1;
  let changes = ENOUGH;
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (next <= changes + 1) {
        const killAt = next++;
        const directory = join(root, `${command}-${killAt}`);
        await cp(store, directory, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
        const build = join(root, 'micora-three');
        if (await runKilled({ command, directory, build, killAt })) changes = Math.min(changes, killAt - 1);
        const killed = await expectWholeSite(directory);
        await put(directory, 'studio-three');
        const afterwards = await expectWholeSite(directory);
        expect(afterwards.id).not.toBe(killed.id);
        check([killed, afterwards].map(({ apps }) => Object.values(apps).sort().join(' ')));
        await rm(directory, { recursive: true });
      }
    }),
  );
  return changes;
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
    const seen = new Set<string>();
    const changes = await sweep(command, (live) => seen.add(live.join(', then ')));
    expect(changes).toBeGreaterThanOrEqual(atLeast);
    expect(changes).toBeLessThan(ENOUGH);
    expect(seen.size).toBe(states);
  },
);
