import '@site/tools/testing/renderHere';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { IS_SOAK } from '@site/backend/testing/repetitions';
import { directoryStore } from '@site/tools/store/directoryStore';
import { openStore } from '@site/tools/store/openStore';
import { isStored } from '@site/tools/store/storeArtifact';
import type { Store } from '@site/tools/store/Store';
import { agedStore } from '@site/tools/testing/agedStore';
import { interleave, stepsOf, type Command } from '@site/tools/testing/interleave';
import { memoryStore } from '@site/tools/testing/memoryStore';
import { copySite } from '@site/tools/testing/sharedSite';
import { NO_S3 } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { serveItems, tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '@site/tools/testing/tinySite';
import { newBucketAddress, useS3 } from '@site/tools/testing/useS3';
import { deploy } from '@site/tools/release/deploy';
import { liveRelease } from '@site/tools/release/liveRelease';
import { previewRelease } from '@site/tools/release/previewRelease';
import { prune } from '@site/tools/release/prune';
import { findRelease, listIds } from '@site/tools/release/readRelease';
import { expectWholeStore } from '@site/tools/testing/expectWholeStore';
import { missingContents } from '@site/tools/release/write';

// Prune beside somebody who uses again what has been old and unused for long: one step of the one, one of the other.

jest.setTimeout(1_800_000);

const DAYS = 40;
const log = () => undefined;
const items = [
  { id: 'abc', title: 'Harbour' },
  { id: 'def', title: 'Orchard' },
];

const origin = memoryStore();
const old = tinyPortfolio('Old');

beforeAll(async () => {
  const backendUrl = await serveItems(() => items);
  await deploy({ store: origin, artifacts: [tinyShell(), tinyMicora(), old], backendUrl, log });
  await deploy({ store: origin, artifacts: [tinyPortfolio('New')], backendUrl, log });
});

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

/** Gives an empty store. */
type NewStore = () => Promise<Store>;

const inMemory: NewStore = () => Promise.resolve(memoryStore());
const inDirectory: NewStore = async () => directoryStore(await temporaryDirectory());
const inBucket: NewStore = () => openStore(newBucketAddress(), '/');

/** A site of its own, in which the old build has not been live for long. */
async function newSite(newStore: NewStore): Promise<Store> {
  const store = await newStore();
  await copySite(origin, store);
  return agedStore(store, DAYS);
}

/** Steps by which the two can notice each other; in a soak, any. */
const MEETING = IS_SOAK ? /./ : /^(?:write|walk|remove) (?:prune|releases|previews)\/$/;

/** Those, and what a change does from its look whether all is there until it is live. */
const WHOLE = IS_SOAK
  ? /./
  : /^(?:(?:write|walk|remove) (?:prune|releases|previews)|list (?:pages|data)|create history)\/$/;

/** Those by which one changes what the other finds. */
const CHANGING = IS_SOAK ? /./ : /^(?:write|remove) (?:prune|releases|previews)\/$/;

/** Numbers of steps: from the one on in which a command says what it does, each kind of step that there is. */
function pointsOf(steps: string[], from: string, meeting: RegExp): number[] {
  const start = IS_SOAK ? 0 : steps.indexOf(from);
  const kinds = steps.map((step, index) => (index >= steps.indexOf(from) ? `then ${step}` : step));
  return kinds.flatMap((kind, index) =>
    index >= start && kinds.indexOf(kind) === index && meeting.test(steps[index] ?? '') ? [index] : [],
  );
}

/** Runs the change and the removal in every order, and expects that everything is whole after each. */
async function race(
  newStore: NewStore,
  [ofChanges, ofRemovals]: [RegExp, RegExp],
  changeName: Change,
  removalName: Removal,
) {
  const [change, removal] = [changes[changeName], removals[removalName]];
  const said = changeName === 'preview' ? 'write previews/' : 'write releases/';
  const steps = await stepsOf(await newSite(newStore), change);
  const ofChange = pointsOf(steps, said, ofChanges);
  const ofRemoval = pointsOf(await stepsOf(await newSite(newStore), removal), 'write prune/', ofRemovals);
  const seen = { done: 0, refused: 0, waited: 0 };
  for (const stopChange of ofChange) {
    for (const stopRemoval of ofRemoval) {
      for (const isChangeFirst of [true, false]) {
        const store = await newSite(newStore);
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
  const problem = await expectWholeStore(store).then(
    () => undefined,
    (error: unknown) => error,
  );
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
// Each removal once: what differs is the store.
const some = IS_SOAK
  ? all
  : all.filter(([removal, change]) => change === (removal === 'prune' ? 'rollback' : 'preview'));

function races(newStore: NewStore, pairs: typeof all, points: [RegExp, RegExp]): void {
  test.each(pairs)('%s beside a %s', async (removal, change) => {
    expectAllKinds(await race(newStore, points, change, removal));
  });
}

describe('in memory', () => races(inMemory, all, [WHOLE, MEETING]));
describe('in a directory', () => races(inDirectory, some, [MEETING, MEETING]));
(NO_S3 ? describe.skip : describe)(`in a bucket${NO_S3 ? `, not tested: ${NO_S3}` : ''}`, () => {
  useS3();
  races(inBucket, some, [MEETING, CHANGING]);
});
