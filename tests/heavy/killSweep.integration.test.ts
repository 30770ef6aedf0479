import '@site/tools/testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { IS_SOAK, repetitions } from '@site/backend/testing/repetitions';
import { directoryStore } from '@site/tools/store/directoryStore';
import { openStore } from '@site/tools/store/openStore';
import type { LoadedArtifact } from '@site/tools/store/readArtifact';
import { copyStore } from '@site/tools/testing/copyStore';
import { expectWholeStore } from '@site/tools/testing/expectWholeStore';
import type { KilledJob } from '@site/tools/testing/killedChild';
import { copySite } from '@site/tools/testing/sharedSite';
import { runKilled, startKilled } from '@site/tools/testing/runKilled';
import { NO_S3 } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { writeBuild } from '@site/tools/testing/tinyBuild';
import { tinyPicture } from '@site/tools/testing/tinyPicture';
import { serveItems, tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';
import { newBucketAddress, useS3 } from '@site/tools/testing/useS3';
import { deploy } from '@site/tools/release/deploy';
import { copyKeys, listPictures } from '@site/tools/release/pictures/pictureKeys';
import { storePicture } from '@site/tools/release/pictures/storePicture';
import { previewRelease } from '@site/tools/release/previewRelease';
import { readRelease } from '@site/tools/release/readRelease';
import type { Release } from '@site/tools/release/Release';
import { missingContents } from '@site/tools/release/write';

// Processes that really die, before a change of the store, which is after the one before.

/** How many processes run at once, and how many wait, started, for their turn. */
const WORKERS = 4;

// All of it takes a few minutes where nothing else runs.
jest.setTimeout(600_000);

let root: string;
let origin: string;
const waiting: Promise<ChildProcess>[] = [];
const log = () => undefined;

beforeAll(async () => {
  root = await temporaryDirectory();
  origin = join(root, 'store');
  await writeBuild(join(root, 'build'), tinyMicora('Four'));
  await put(origin, tinyShell(), tinyStudio('One'), tinyMicora('One'));
  await put(origin, tinyStudio('Two'));
  // With it there has never been the set that taking back the studio gives.
  await put(origin, tinyMicora('Two'));
  await previewRelease({ store: directoryStore(origin), artifacts: [tinyMicora('Three')], log });
});
afterAll(async () => {
  for (const child of waiting) (await child).kill('SIGKILL');
});

async function put(address: string, ...artifacts: LoadedArtifact[]): Promise<void> {
  await deploy({ store: await openStore(address, '/'), artifacts, log });
}

/** Runs a job in a process that has been started meanwhile. */
async function runNext(job: KilledJob): Promise<string[]> {
  const child = await (waiting.shift() ?? startKilled('killedChild'));
  waiting.push(startKilled('killedChild'));
  return runKilled(child, job);
}

/** Gives the address of a copy of a site in a directory. */
type Place = (from: string) => Promise<string>;

const inDirectory: Place = async (from) => {
  const address = await temporaryDirectory();
  copyStore(from, address);
  return address;
};

const inBucket: Place = async (from) => {
  const address = newBucketAddress();
  await copySite(directoryStore(from), await openStore(address, '/'));
  return address;
};

const expectWhole = async (address: string) => expectWholeStore(await openStore(address, '/'));

/** What a sweep kills, and what must hold after each kill. */
interface Sweep {
  command: KilledJob['command'];
  copy: Place;
  /** The directory from which each run starts, with a copy of its own. */
  from?: string;
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
async function sweep({ command, copy, from = origin, backendUrl, check }: Sweep) {
  const seen = new Set<string>();
  const runOnce = async (killAt?: number): Promise<string[]> => {
    const address = await copy(from);
    const environment = { ...process.env };
    const job = { command, address, build: join(root, 'build'), backendUrl, environment };
    const changes = await runNext({ ...job, killAt });
    const live = await check(address);
    seen.add(live.map(({ apps }) => Object.values(apps).sort().join(' ')).join(', then '));
    if (copy === inDirectory) await rm(address, { recursive: true });
    return changes;
  };
  const changes = await runOnce();
  const points = killPoints(changes);
  const work = async () => {
    for (let killAt = points.shift(); killAt !== undefined; killAt = points.shift()) await runOnce(killAt);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
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

/** Previews are whole, another deployment after the kill comes through, and its release alone is live. */
async function checkNext(address: string): Promise<Release[]> {
  const killed = await expectWhole(address);
  const site = await openStore(address, '/');
  for (const name of await site.list('previews/')) {
    const preview = await readRelease(site, name.slice(0, -'.json'.length));
    expect([...(await missingContents(site, preview))]).toEqual([]);
  }
  await put(address, tinyStudio('Three'));
  const afterwards = await expectWhole(address);
  expect(afterwards.id).not.toBe(killed.id);
  return [killed, afterwards];
}

/** Kills a watcher that finds an edit. */
async function sweepWatch(copy: Place) {
  const items = ['first', 'second'].map((id) => ({ id, title: id }));
  const backendUrl = await serveItems(() => items);
  const from = await temporaryDirectory();
  await deploy({ store: directoryStore(from), artifacts: [tinyShell(), tinyPortfolio()], backendUrl, log });
  items[0] = { id: 'first', title: 'Edited' };
  const check = async (address: string) => {
    const killed = await expectWhole(address);
    const site = await openStore(address, '/');
    await deploy({ store: site, backendUrl, needsBackend: true, log });
    const afterwards = await expectWhole(address);
    const page = await site.read(`pages/${afterwards.pages['projects/first.html']?.content}`);
    expect(String(page)).toContain('Edited');
    return [killed, afterwards];
  };
  return sweep({ command: 'watch', copy, from, backendUrl, check });
}

/** Kills the storing of a picture's copies: it does not count as made until it is whole, and the next one finishes it. */
function sweepPicture(copy: Place) {
  const { name, copies } = tinyPicture;
  const check = async (address: string) => {
    const site = await openStore(address, '/');
    const isWhole = async () => {
      const found = await Promise.all(copyKeys(name).map(([, key]) => site.read(key)));
      return copyKeys(name).every(([width], index) => found[index]?.equals(copies[width]));
    };
    if ((await listPictures(site)).has(name)) expect(await isWhole()).toBe(true);
    await storePicture(site, name, copies);
    expect([...(await listPictures(site))]).toEqual([name]);
    expect(await isWhole()).toBe(true);
    return [await expectWhole(address)];
  };
  return sweep({ command: 'picture', copy, check });
}

const UPLOAD = ['write assets/', 'write artifacts/', 'write pages/'];
const PUBLISH = ['write releases/', 'create history/'];
const REMOVAL = ['releases', 'previews', 'artifacts', 'assets', 'pages'].map((folder) => `remove ${folder}/`);
const PRUNE = ['write prune/', ...REMOVAL, 'remove prune/'];

interface Expected {
  /** What the command changes. */
  kinds: string[];
  /** How many states are seen: what is live after the kill, and after the next deployment. */
  states: number;
  /** Where it is killed each time; elsewhere in a soak, as the others make the same changes. */
  always: Place[];
}

const COMMANDS: [KilledJob['command'], Expected][] = [
  ['deploy', { kinds: [...UPLOAD, ...PUBLISH], states: 2, always: [inDirectory, inBucket] }],
  ['rollback', { kinds: ['write pages/', ...PUBLISH], states: 2, always: [inDirectory] }],
  ['preview', { kinds: [...UPLOAD, 'write previews/'], states: 1, always: [inDirectory] }],
  ['removePreview', { kinds: ['remove previews/'], states: 1, always: [] }],
  ['prune', { kinds: PRUNE, states: 1, always: [inDirectory, inBucket] }],
  ['takedown', { kinds: PRUNE, states: 1, always: [] }],
  [
    'watch',
    {
      kinds: ['write pages/', 'write data/', ...PUBLISH, 'write heartbeat'],
      states: 1,
      always: [inDirectory, inBucket],
    },
  ],
  ['picture', { kinds: ['create assets/', 'create pictures/'], states: 1, always: [inDirectory, inBucket] }],
];

function sweepAll(copy: Place): void {
  const swept = COMMANDS.filter(([, { always }]) => IS_SOAK || always.includes(copy));
  test.each(swept)(
    'a %s that is killed before or after its changes leaves one whole release live, and the next one succeeds',
    async (command, { kinds, states }) => {
      const work = { watch: sweepWatch, picture: sweepPicture }[command as string];
      const found = await (work?.(copy) ?? sweep({ command, copy, check: checkNext }));
      expect(found).toEqual({ kinds, states });
    },
  );
}

describe('in a directory', () => sweepAll(inDirectory));

(NO_S3 ? describe.skip : describe)(`in a bucket${NO_S3 ? `, not tested: ${NO_S3}` : ''}`, () => {
  useS3();
  sweepAll(inBucket);
});
