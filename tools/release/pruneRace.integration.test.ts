import '../testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_SOAK } from '@site/backend/testing/repetitions';
import type { LoadedArtifact } from '../store/readArtifact';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import { isStored } from '../store/storeArtifact';
import type { Store } from '../store/Store';
import { agedStore } from '../testing/agedStore';
import { copyStore } from '../testing/copyStore';
import { failingServer } from '../testing/failingServer';
import { interleave, stepsOf, type Command } from '../testing/interleave';
import { copySite } from '../testing/sharedSite';
import { NO_S3 } from '../testing/startS3';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { newBucketAddress, useS3 } from '../testing/useS3';
import { deploy } from './deploy';
import { liveRelease } from './liveRelease';
import { previewRelease } from './previewRelease';
import { prune } from './prune';
import { findRelease, listIds } from './readRelease';
import { expectWholeStore } from '../testing/expectWholeStore';
import { missingContents } from './write';

// Prune beside somebody who uses again what has been old and unused for long: one step of the one, one of the other.

jest.setTimeout(1_800_000);

const DAYS = 40;
const log = () => undefined;
const items = [
  { id: 'abc', title: 'Harbour' },
  { id: 'def', title: 'Orchard' },
];

let root: string;
let origin: Store;
let old: LoadedArtifact;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'prune-race-'));
  origin = directoryStore(join(root, 'origin'));
  old = await tinyPortfolio('Old');
  const [shell, micora, other] = [await tinyShell(), await tinyMicora(), await tinyPortfolio('New')];
  const backendUrl = await failingServer((_request, response) => response.end(JSON.stringify({ items })));
  await deploy({ store: origin, artifacts: [shell, micora, old], backendUrl, log });
  await deploy({ store: origin, artifacts: [other], backendUrl, log });
});
afterAll(() => rm(root, { recursive: true, force: true }));

type Change = 'rollback' | 'deployment' | 'preview';
const changes: Record<Change, Command> = {
  rollback: (store, tell) => deploy({ store, back: { app: 'studio-remote' }, log: tell }),
  // Its pages are the same, byte by byte.
  deployment: (store, tell) => deploy({ store, artifacts: [old], log: tell }),
  preview: (store, tell) => previewRelease({ store, artifacts: [old], log: tell }),
};

type Removal = 'prune' | 'prune --now';
const removals: Record<Removal, Command> = {
  prune: (store) => prune({ store, keepDays: 30, now: new Date(), log }),
  'prune --now': (store) => prune({ store, keepDays: 30, atOnce: true, now: new Date(), log }),
};

/** What was removed before it was taken up again. */
const REFUSED = /missing in the store|removed by prune|have been removed|There is no release/;

/** Gives a site of its own, in which the old build has not been live for long. */
type NewSite = () => Promise<Store>;

const inDirectory: NewSite = async () => {
  const directory = await mkdtemp(join(root, 'site-'));
  copyStore(join(root, 'origin'), directory);
  return agedStore(directoryStore(directory), DAYS);
};

const inBucket: NewSite = async () => {
  const store = await openStore(newBucketAddress(), '/');
  await copySite(origin, store);
  return agedStore(store, DAYS);
};

/** Steps by which the two can notice each other: all of them in a soak. */
const MEETING = IS_SOAK ? /./ : /^(?:write|walk|remove) (?:prune|releases|previews)\/$/;

/** Numbers of steps: from the one on in which a command says what it does, each kind of step that there is. */
function pointsOf(steps: string[], from: string): number[] {
  const start = IS_SOAK ? 0 : steps.indexOf(from);
  const kinds = steps.map((step, index) => (index >= steps.indexOf(from) ? `then ${step}` : step));
  return kinds.flatMap((kind, index) =>
    index >= start && kinds.indexOf(kind) === index && MEETING.test(steps[index] ?? '') ? [index] : [],
  );
}

/** Runs the change and the removal in every order, and expects that everything is whole after each. */
async function race(newSite: NewSite, changeName: Change, removalName: Removal) {
  const [change, removal] = [changes[changeName], removals[removalName]];
  const said = changeName === 'preview' ? 'write previews/' : 'write releases/';
  const steps = await stepsOf(await newSite(), change);
  const ofChange = pointsOf(steps, said);
  const ofRemoval = pointsOf(await stepsOf(await newSite(), removal), 'write prune/');
  const seen = { done: 0, refused: 0, waited: 0 };
  for (const stopChange of ofChange) {
    for (const stopRemoval of ofRemoval) {
      for (const isChangeFirst of [true, false]) {
        const store = await newSite();
        const title = `${changeName} until ${stopChange} ${steps[stopChange]}, ${removalName} until ${stopRemoval}, ${isChangeFirst}`;
        const waits: string[] = [];
        const watched: Command = (of, tell) =>
          change(of, (line) => {
            if (line.startsWith('Waiting')) waits.push(line);
            tell(line);
          });
        const [changed, removed] = isChangeFirst
          ? await interleave(store, [watched, removal], [stopChange, stopRemoval])
          : (await interleave(store, [removal, watched], [stopRemoval, stopChange])).reverse();
        await expectWhole(title, store, { changed, removed }, changeName);
        if (waits.length > 0) seen.waited += 1;
        seen[changed?.status === 'fulfilled' ? 'done' : 'refused'] += 1;
        await removal(store, log);
        await expectWholeStore(store);
      }
    }
  }
  return seen;
}

async function expectWhole(
  title: string,
  store: Store,
  { changed, removed }: Record<'changed' | 'removed', PromiseSettledResult<unknown> | undefined>,
  changeName: Change,
): Promise<void> {
  expect([title, removed]).toEqual([title, { status: 'fulfilled', value: undefined }]);
  const problem = await expectWholeStore(store).catch((error: unknown) => error);
  expect([title, problem]).toEqual([title, undefined]);
  const isDone = changed?.status === 'fulfilled';
  if (!isDone) expect([title, String(changed?.reason)]).toEqual([title, expect.stringMatching(REFUSED)]);
  const live = await liveRelease(store);
  const isOld = live?.apps['studio-remote'] === old.artifact.version;
  expect([title, isOld]).toEqual([title, isDone && changeName !== 'preview']);
  for (const id of await listIds(store, 'previews')) {
    const preview = await findRelease(store, id);
    if (!preview) throw new Error(`${title}: ${id} is gone.`);
    expect([title, [...(await missingContents(store, preview))]]).toEqual([title, []]);
    expect([title, await isStored(store, old.artifact)]).toEqual([title, true]);
  }
  expect([title, await store.list('prune/')]).toEqual([title, []]);
}

/** Each way that a race can end has been seen. */
function expectAllKinds(seen: Awaited<ReturnType<typeof race>>): void {
  expect(seen.done).toBeGreaterThan(0);
  expect(seen.waited).toBeGreaterThan(0);
}

const all = (Object.keys(changes) as Change[]).flatMap((change) =>
  (Object.keys(removals) as Removal[]).map((removal) => [removal, change] as const),
);

test.each(all)('%s beside a %s, in a directory', async (removal, change) => {
  const seen = await race(inDirectory, change, removal);
  expectAllKinds(seen);
});

(NO_S3 ? describe.skip : describe)(`in a bucket${NO_S3 ? `, not tested: ${NO_S3}` : ''}`, () => {
  useS3();
  // Each of both once: what differs from a directory is the store.
  const some = IS_SOAK
    ? all
    : all.filter(([removal, change]) => (removal === 'prune') === (change === 'rollback'));
  test.each(some)('%s beside a %s', async (removal, change) => {
    const seen = await race(inBucket, change, removal);
    expectAllKinds(seen);
  });
});
