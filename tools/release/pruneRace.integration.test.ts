import '../testing/renderHere';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_SOAK } from '@site/backend/testing/repetitions';
import type { LoadedArtifact } from '../store/readArtifact';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { agedStore } from '../testing/agedStore';
import { copyStore } from '../testing/copyStore';
import { expectWholeSite } from '../testing/expectWholeSite';
import { failingServer } from '../testing/failingServer';
import { steppedStore, type Step } from '../testing/steppedStore';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy } from './deploy';
import { prune } from './prune';
import { rollback } from './rollback';
import { verify } from './verify';

// Prune beside a deployment that uses again what has been old and unused for long.

jest.setTimeout(300_000);

const DAYS = 40;
const log = () => undefined;
const items = [
  { id: 'abc', title: 'Harbour' },
  { id: 'def', title: 'Orchard' },
];

let root: string;
let origin: string;
let old: LoadedArtifact;
let runs = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'prune-race-'));
  origin = join(root, 'origin');
  old = await tinyPortfolio('Old');
  const [shell, micora, other] = [await tinyShell(), await tinyMicora(), await tinyPortfolio('New')];
  const backendUrl = await failingServer((_request, response) => response.end(JSON.stringify({ items })));
  const store = directoryStore(origin);
  await deploy({ store, artifacts: [shell, micora, old], backendUrl, log });
  await deploy({ store, artifacts: [other], backendUrl, log });
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** The store in which the old build has not been live for long, in a directory of its own. */
async function agedSite(): Promise<{ directory: string; store: Store }> {
  const directory = join(root, String((runs += 1)));
  copyStore(origin, directory);
  return { directory, store: await agedStore(directoryStore(directory), DAYS) };
}

const isOld = (version: string | undefined) => version === old.artifact.version;
const pruneNow = (store: Store) => prune({ store, keepDays: 30, now: new Date(), log });
const takedownNow = (store: Store) => prune({ store, keepDays: 30, takedown: true, now: new Date(), log });
const takeBack = (store: Store) => rollback({ store, app: 'studio-remote', log });
// Its pages are the same, byte by byte.
const deployAgain = (store: Store) => deploy({ store, artifacts: [old], log });

/**
 * The steps of a command at which something else is to happen: the first of each kind; in a soak the last as well, and
 * each of those that are `always` of interest.
 */
async function stepsOf(command: (store: Store) => Promise<unknown>, always: Step[]): Promise<number[]> {
  const { directory, store } = await agedSite();
  const steps: Step[] = [];
  await command(
    steppedStore(store, (step) => {
      steps.push(step);
      return Promise.resolve();
    }),
  );
  await rm(directory, { recursive: true });
  const isOfInterest = (step: Step, index: number) =>
    steps.indexOf(step) === index ||
    (IS_SOAK && (always.includes(step) || steps.lastIndexOf(step) === index));
  return steps.flatMap((step, index) => (isOfInterest(step, index) ? [index] : []));
}

/** Runs the command with something else happening once, before the step of this number. */
async function runWith(
  store: Store,
  number: number,
  command: (store: Store) => Promise<unknown>,
  meanwhile: (store: Store) => Promise<unknown>,
): Promise<void> {
  let count = 0;
  await command(
    steppedStore(store, async () => {
      if (count++ === number) await meanwhile(store);
    }),
  );
}

// A takedown removes by the same steps as a prune: it is left to the soak.
test.each(
  [
    ['prune', 'rollback', pruneNow, takeBack] as const,
    ['prune', 'deployment', pruneNow, deployAgain] as const,
    ['takedown', 'rollback', takedownNow, takeBack] as const,
  ].filter(([name]) => IS_SOAK || name === 'prune'),
)(
  '%s at each step of a %s that takes over old pages: the live site is whole afterwards',
  async (_name, _what, removal, change) => {
    const steps = await stepsOf(change, ['create history/']);
    expect(steps.length).toBeGreaterThan(10);
    let done = 0;
    for (const number of steps) {
      const { directory, store } = await agedSite();
      const before = await expectWholeSite(directory);
      await runWith(store, number, change, removal).then(
        () => (done += 1),
        // It was removed before it was taken up again.
        (error: unknown) =>
          expect(String(error)).toMatch(/missing in the store|removed by prune|There is no release/),
      );
      const now = await expectWholeSite(directory);
      await verify(store, log);
      if (now.id !== before.id) expect(isOld(now.apps['studio-remote'])).toBe(true);
      await removal(store);
      await verify(store, log);
      await rm(directory, { recursive: true });
    }
    expect(done).toBeGreaterThan(steps.length / 2);
  },
);

test.each(
  [['prune', pruneNow] as const, ['takedown', takedownNow] as const].filter(
    ([name]) => IS_SOAK || name === 'prune',
  ),
)(
  'a rollback that takes over old pages, at each step of a %s: the live site is whole afterwards',
  async (_name, removal) => {
    const steps = await stepsOf(removal, ['remove pages/', 'remove releases/']);
    expect(steps.length).toBeGreaterThan(10);
    let done = 0;
    for (const number of steps) {
      const { directory, store } = await agedSite();
      const taken = { back: true };
      await runWith(store, number, removal, (meanwhile) =>
        takeBack(meanwhile).catch((error: unknown) => {
          taken.back = false;
          expect(String(error)).toMatch(/missing in the store|removed by prune|There is no release/);
        }),
      );
      const now = await expectWholeSite(directory);
      expect(isOld(now.apps['studio-remote'])).toBe(taken.back);
      await verify(store, log);
      await rm(directory, { recursive: true });
      if (taken.back) done += 1;
    }
    expect(done).toBeGreaterThan(steps.length / 4);
  },
);
