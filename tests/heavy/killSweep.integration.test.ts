import '@site/platform/testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import pMap from 'p-map';
import { endWithParent } from '@site/shared/node/endWithParent';
import { IS_SOAK, repetitions, share } from '@site/backend/testing/repetitions';
import { until } from '@site/backend/testing/until';
import { deploy } from '@site/platform/release/deploy';
import { listVersions, type Release } from '@site/platform/release/Release';
import { mirrorBucket } from '@site/platform/server/mirrorBucket';
import { directoryStore } from '@site/platform/store/directoryStore';
import { openStore } from '@site/platform/store/openStore';
import type { LoadedBuild } from '@site/platform/store/readBuild';
import type { Store } from '@site/platform/store/Store';
import { auditStore, listNeeded } from '@site/platform/testing/auditStore';
import { copyStore, copyFolder } from '@site/platform/testing/copyStore';
import { auditedFiles, expectWholeStore } from '@site/platform/testing/expectWholeStore';
import type { KilledJob } from '@site/platform/testing/killedChild';
import { describeWithS3, newBucketAddress } from '@site/platform/testing/startS3';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { writeBuild } from '@site/platform/testing/tinyBuild';
import { serveItems, tinyPortfolio } from '@site/platform/testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '@site/platform/testing/tinySite';

// These tests kill real processes just before a change to a store. On an idle machine, the tests take a few minutes.
jest.setTimeout(600_000);

let origin: string;
let build: string;
/** Processes that have been started in advance and are waiting for a job. */
const waiting: ChildProcess[] = [];
const log = () => undefined;

beforeAll(async () => {
  origin = await temporaryDirectory();
  build = await temporaryDirectory();
  await writeBuild(build, tinyMicora('Four'));
  await put(origin, tinyShell(), tinyStudio('One'), tinyMicora('One'));
  await put(origin, tinyStudio('Two'));
  // After this deployment, a rollback of the studio produces a set of builds that has never been live.
  await put(origin, tinyMicora('Two'));
});
afterAll(() => {
  for (const child of waiting) child.kill('SIGKILL');
});

async function put(address: string, ...builds: LoadedBuild[]): Promise<Release> {
  return deploy({ store: await openStore(address, '/'), change: { kind: 'deploy', builds }, log });
}

const expectWhole = async (address: string) => expectWholeStore(await openStore(address, '/'));

/** Starts `killedChild`. Uses tsx's CommonJS hooks, which start twice as fast as its ESM hooks. */
function startKilled(): ChildProcess {
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs/api');
  const program = resolve(import.meta.dirname, '../../platform/testing/killedChild.ts');
  const code = `require(${JSON.stringify(compiler)}).register(); require(${JSON.stringify(program)});`;
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'ipc'];
  return spawn(...endWithParent(process.execPath, ['--eval', code]), { stdio });
}

/**
 * Gives a waiting process a job, and starts another process for the next job.
 *
 * @returns the changes that the job has made; empty if the process was killed before the job ended
 */
async function runJob(job: Omit<KilledJob, 'build' | 'environment'>): Promise<string[]> {
  const child = waiting.shift() ?? startKilled();
  waiting.push(startKilled());
  let changes: string[] = [];
  let errors = '';
  child.on('message', (made: string[]) => (changes = made));
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  child.send({ build, environment: { ...process.env }, ...job } satisfies KilledJob);
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL') throw new Error(`The process was not killed. ${errors}`);
  return changes;
}

interface Sweep extends Partial<KilledJob> {
  /** The directory that is copied for each run. */
  from: string;
  /**
   * Checks the copy after a kill, and may then run another command.
   *
   * @returns the release that was live after the kill and, if another command was run, the release that was live
   *   afterwards
   */
  check: (address: string) => Promise<Release[]>;
}

async function checkNext(address: string) {
  const killed = await expectWhole(address);
  await put(address, tinyStudio('Three'));
  const afterwards = await expectWhole(address);
  expect(afterwards.id).not.toBe(killed.id);
  return [killed, afterwards];
}

const sweepNext = (): Sweep => ({ from: origin, check: checkNext });

/**
 * Prepares the tests that kill `watch`: deploys a site, and edits a record for the watcher to find. After each kill, the
 * next refresh must publish the edit.
 */
async function sweepWatch(): Promise<Sweep> {
  const items = ['first', 'second'].map((id) => ({ id, title: id }));
  const backendUrl = await serveItems(() => items);
  const from = await temporaryDirectory();
  const change = { kind: 'deploy' as const, builds: [tinyShell(), tinyPortfolio()] };
  await deploy({ store: directoryStore(from), change, backendUrl, log });
  items[0] = { id: 'first', title: 'Edited' };
  const check = async (address: string) => {
    const killed = await expectWhole(address);
    const site = await openStore(address, '/');
    await deploy({ store: site, change: { kind: 'refresh' }, backendUrl, needsBackend: true, log });
    const afterwards = await expectWhole(address);
    const page = await site.read(`pages/${afterwards.pages['projects/first.html']?.content}`);
    expect(String(page)).toContain('Edited');
    return [killed, afterwards];
  };
  return { from, backendUrl, check };
}

/**
 * Prepares the tests that kill `mirror`: mirrors a bucket's first release, and adds a second release to the bucket. After
 * each kill, the mirror must be able to serve one complete release while the bucket is unavailable. Once the bucket is
 * available again, a mirror opened in the same directory must serve the newest release.
 */
async function sweepMirror(): Promise<Sweep> {
  const bucketDirectory = await temporaryDirectory();
  const from = await temporaryDirectory();
  const bucket = directoryStore(bucketDirectory);
  const first = await put(bucketDirectory, tinyShell(), tinyStudio(), tinyMicora());
  const jobUntil = (newest: Release) => ({ mirrored: { origin: bucketDirectory, newest: newest.id } });
  await runJob({ command: 'mirror', address: from, ...jobUntil(first) });
  const newest = await put(bucketDirectory, tinyMicora('MiCora two'));
  const open = (behind: Store, directory: string) =>
    mirrorBucket(behind, directory, { address: bucketDirectory, log, interval: { look: 5, list: 20 } });
  const fail = () => Promise.reject(new Error('The bucket cannot be reached.'));

  /** Expects the mirror to serve a release with all its pages and assets while the bucket cannot be reached. */
  async function mirroredRelease(directory: string): Promise<Release> {
    const source = await open({ ...bucket, read: fail, list: fail }, directory);
    const live = await source.live();
    const { history } = await auditStore(auditedFiles(bucket));
    const [, audited] = history.find(([, { id }]) => id === live.id) ?? [];
    const needed = audited ? await listNeeded(auditedFiles(bucket), audited) : [];
    const shown = needed.filter((key) => /^(?:pages|assets)\//.test(key));
    expect(shown.length).toBeGreaterThan(30);
    for (const key of shown) expect([key, await source.read(key)]).toEqual([key, await bucket.read(key)]);
    await source.close();
    return live;
  }

  const check = async (address: string) => {
    const killed = await mirroredRelease(address);
    expect([first, newest]).toContainEqual(killed);
    const source = await open(bucket, address);
    await until('the newest release is served', async () => (await source.live()).id === newest.id);
    await source.close();
    expect(await mirroredRelease(address)).toEqual(newest);
    return [killed];
  };
  return { from, ...jobUntil(newest), check };
}

const UPLOAD = ['write assets/', 'write builds/', 'write pages/'];
const PRUNE = [
  'write heartbeat',
  ...['releases', 'builds', 'assets', 'pages'].map((folder) => `remove ${folder}/`),
];

interface KilledCommand {
  command: KilledJob['command'];
  kinds: string[];
  /**
   * How many different sets of builds are live after the kills: 2 if the command changes the live builds, and 1 otherwise.
   */
  states: number;
  begin: () => Sweep | Promise<Sweep>;
}

const COMMANDS: KilledCommand[] = [
  {
    command: 'deploy',
    kinds: [...UPLOAD, 'create releases/'],
    states: 2,
    begin: sweepNext,
  },
  {
    command: 'rollback',
    kinds: [...UPLOAD, 'create releases/'],
    states: 2,
    begin: sweepNext,
  },
  { command: 'prune', kinds: PRUNE, states: 1, begin: sweepNext },
  { command: 'takedown', kinds: PRUNE, states: 1, begin: sweepNext },
  {
    command: 'watch',
    kinds: ['write pages/', 'write data/', 'create releases/', 'write heartbeat'],
    states: 1,
    begin: sweepWatch,
  },
  {
    command: 'mirror',
    kinds: ['remove heartbeat', 'write pages/', 'write assets/', 'write releases/', 'remove releases/'],
    states: 2,
    begin: sweepMirror,
  },
];

/**
 * Chooses the changes before which to kill a command. An ordinary run chooses the first change of every second kind. A soak
 * test divides the changes into series of consecutive changes of the same kind. It chooses the first and the last change in
 * the first two series of each kind.
 *
 * @returns the numbers of the changes, counted from 1
 */
function killPoints(changes: string[]): number[] {
  const points: number[] = [];
  const runs = new Map<string | undefined, number>();
  for (let start = 0, end = 0; start < changes.length; start = end) {
    while (changes[end] === changes[start]) end += 1;
    const run = (runs.get(changes[start]) ?? 0) + 1;
    runs.set(changes[start], run);
    if (run > repetitions(1, 2)) continue;
    points.push(start + 1);
    if (IS_SOAK && end > start + 1) points.push(end);
  }
  return share(points, 2);
}

/**
 * Tests each command. Runs the command once to completion. Then runs it once for each change that `killPoints` chooses, and
 * kills it just before that change.
 *
 * @param copy copies a directory and returns the copy's address
 */
function sweepAll(copy: (from: string) => Promise<string>, commands: KilledCommand[]): void {
  test.each(commands)(
    'a killed $command leaves one complete release live, and the next command succeeds',
    async ({ command, kinds, states, begin }) => {
      const { from, check, ...more } = await begin();
      const seen = new Set<string>();
      const runOnce = async (killAt?: number): Promise<string[]> => {
        const address = await copy(from);
        const changes = await runJob({ ...more, command, address, killAt });
        const releases = await check(address);
        const builds = releases.map((release) => Object.values(listVersions(release)).sort().join(' '));
        seen.add(builds.join(', then '));
        return changes;
      };
      const changes = await runOnce();
      await pMap(killPoints(changes), runOnce, { concurrency: 4 });
      // Both lists are sorted, because concurrent changes have no fixed order.
      expect([...new Set(changes)].sort()).toEqual([...kinds].sort());
      expect(seen.size).toBe(states);
    },
  );
}

describe('in a directory', () =>
  sweepAll(
    async (from) => {
      const address = await temporaryDirectory();
      copyFolder(from, address);
      return address;
    },
    // Outside soak tests, leave out `rollback` and `takedown`, because other commands make the same kinds of changes.
    COMMANDS.filter(({ command }) => IS_SOAK || !['rollback', 'takedown'].includes(command)),
  ));

// Sweep a bucket only in soak tests, because storeContract.integration.test.ts shows that a bucket behaves like a directory.
(IS_SOAK ? describeWithS3 : describe.skip)('in a bucket', () =>
  sweepAll(
    async (from) => {
      const address = newBucketAddress();
      await copyStore(directoryStore(from), await openStore(address, '/'));
      return address;
    },
    // Leave out `mirror`, because a mirror is always in a directory.
    COMMANDS.filter(({ command }) => command !== 'mirror'),
  ),
);
