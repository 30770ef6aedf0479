import '@site/tools/testing/renderHere';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { repetitions } from '@site/backend/testing/repetitions';
import { deploy } from '@site/tools/release/deploy';
import { prune } from '@site/tools/release/prune';
import { readHistory } from '@site/tools/release/readHistory';
import { openStore } from '@site/tools/store/openStore';
import type { LoadedArtifact } from '@site/tools/store/readArtifact';
import type { Store } from '@site/tools/store/Store';
import { copySite } from '@site/tools/testing/copyStore';
import { expectWholeStore } from '@site/tools/testing/expectWholeStore';
import { memoryStore } from '@site/tools/testing/memoryStore';
import { simulatedClock } from '@site/tools/testing/simulatedClock';
import { storeAround, type Step } from '@site/tools/testing/steppedStore';
import { describeWithS3, newBucketAddress } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { serveItems, tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';

jest.setTimeout(1_800_000);

const log = () => undefined;
const DAY = 86_400_000;

describe('concurrent deployments of both remotes succeed or say why, and leave one complete release', () => {
  const RACERS = repetitions(8, 20);

  async function race(address: string): Promise<void> {
    const put = async (...artifacts: LoadedArtifact[]) =>
      deploy({ store: await openStore(address, '/'), artifacts, log });
    await put(tinyShell(), tinyStudio(), tinyMicora());
    const builds = Array.from({ length: RACERS }, (_, index) =>
      index % 2 ? tinyStudio(`Home ${index}`) : tinyMicora(`MiCora ${index}`),
    );
    const results = await Promise.allSettled(builds.map((build) => put(build)));
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    );
    for (const reason of refused) expect(reason).toMatch(/Another deployment was first/);

    // The live build of each team is the one that went live last.
    const store = await openStore(address, '/');
    const history = await readHistory(store);
    expect(history).toHaveLength(1 + RACERS - refused.length);
    const live = await expectWholeStore(store);
    expect(live.id).toBe(history[0]?.release);
    const released = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const app of ['studio-remote', 'micora-remote']) {
      const last = history.find(({ what }) => what === `deploy ${app}`);
      expect(live.apps[app]).toBe(released.find(({ id }) => id === last?.release)?.apps[app]);
    }
  }

  test('in a directory', async () => race(await temporaryDirectory()));

  describeWithS3('with S3', () => {
    test('in a bucket', () => race(newBucketAddress()));
  });
});

describe('prune during a command that reuses old, unused files', () => {
  const origin = memoryStore();
  const old = tinyPortfolio('Old');

  beforeAll(async () => {
    const backendUrl = await serveItems(() => [
      { id: 'abc', title: 'Harbour' },
      { id: 'def', title: 'Orchard' },
    ]);
    await deploy({ store: origin, artifacts: [tinyShell(), tinyMicora(), old], backendUrl, log });
    await deploy({ store: origin, artifacts: [tinyPortfolio('New')], backendUrl, log });
  });

  const changes: Record<string, Command> = {
    rollback: (store) => deploy({ store, back: { app: 'studio-remote' }, log }),
    // Its pages are the same as before, byte by byte.
    deployment: (store) => deploy({ store, artifacts: [old], log }),
  };
  const removals: Record<string, Command> = {
    prune: (store) => prune({ store, keepDays: 30, now: new Date(), log }),
    'prune --now': (store) => prune({ store, keepDays: 30, atOnce: true, now: new Date(), log }),
  };

  /** Counts the steps that a command takes on its own. */
  async function countSteps(command: Command): Promise<number> {
    const store = memoryStore();
    await copySite(origin, store);
    let count = 0;
    await command(oneByOne(store, () => (count += 1)));
    return count;
  }

  /** Refusals because a file was removed before it was reused, or must not be removed yet. */
  const REFUSED = /missing in the store|Prune has removed|is not live, so a deployment may|was killed/;

  const pairs = Object.entries(changes).flatMap(([changeName, change]) =>
    Object.entries(removals).map(([removalName, removal]) => ({ removalName, removal, changeName, change })),
  );

  /** @param place creates a new store; @param count the number of orders to try for each pair */
  function tryOrders(place: (clock: Clock) => Promise<Store>, count: number): void {
    test.each(pairs)(
      '$removalName and $changeName interleaved, or killed, leave a complete release',
      async ({ changeName, removal, change }) => {
        const clock = simulatedClock();
        const stores: Store[] = [];
        for (let index = 0; index < count; index += 1) {
          const store = await place(clock);
          await copySite(origin, store);
          stores.push(store);
        }
        // Wait, because some servers round times to seconds. Then make everything in the stores 40 days old.
        await pause(1100);
        await clock.jump(40 * DAY);
        const lengths = [await countSteps(change), await countSteps(removal)];
        let done = 0;
        for (const [index, store] of stores.entries()) {
          const chance = chanceOf(`${changeName} ${index}`);
          const isChangeFirst = chance() < 0.5;
          const isKilled = chance() < 0.3;
          const stops = lengths.map((length) => Math.floor(chance() * length));
          const commands = [change, removal];
          if (!isChangeFirst) for (const both of [stops, commands]) both.reverse();
          const order = JSON.stringify({ index, isChangeFirst, isKilled, stops });
          const outcomes = await interleave(store, commands, stops, isKilled);
          for (const outcome of outcomes)
            if (outcome.status === 'rejected')
              expect([order, String(outcome.reason)]).toEqual([order, expect.stringMatching(REFUSED)]);
          const isDone = outcomes[isChangeFirst ? 0 : 1]?.status === 'fulfilled';
          const live = await expectWholeStore(store).catch((error: unknown) => {
            throw new Error(`${order}: ${String(error)}`);
          });
          const isOld = live.apps['studio-remote'] === old.artifact.version;
          if (isDone) expect([order, isOld]).toEqual([order, true]);
          if (isDone) done += 1;
        }
        expect(done).toBeGreaterThan(count / 4);
      },
    );
  }

  describe('in memory', () => tryOrders(() => Promise.resolve(memoryStore()), repetitions(24, 400)));
  describe('in a directory', () =>
    tryOrders(
      async (clock) => clock.storeOf(await openStore(await temporaryDirectory(), '/')),
      repetitions(7, 100),
    ));
  describeWithS3('in a bucket', () =>
    tryOrders(async (clock) => clock.storeOf(await openStore(newBucketAddress(), '/')), repetitions(3, 50)),
  );
});

type Clock = ReturnType<typeof simulatedClock>;

/** A command that changes a store. */
type Command = (store: Store) => Promise<unknown>;

/** Returns a source of pseudo-random numbers from 0 up to 1, the same for the same seed. */
function chanceOf(seed: string): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Runs two commands on one store, never two steps at once. The first command runs until its step number `until[0]`, counted
 * from 0; the second one until its step `until[1]`; then the first one to its end, and the second one to its end.
 *
 * @param isKilled whether the first one is killed where it is stopped
 * @returns the outcome of each
 */
async function interleave(
  store: Store,
  commands: Command[],
  until: number[],
  isKilled: boolean,
): Promise<PromiseSettledResult<unknown>[]> {
  const isOver = [false, false];
  let turn = 0;
  let wake: (() => void)[] = [];
  const giveWay = (mine: number): void => {
    if (isOver[1 - mine]) return;
    turn = 1 - mine;
    for (const go of wake) go();
    wake = [];
  };
  const run = async (command: Command, mine: number): Promise<unknown> => {
    let count = 0;
    const inTurn = async () => {
      const isStop = count++ === until[mine];
      if (isStop) giveWay(mine);
      while (turn !== mine) await new Promise<void>((go) => wake.push(go));
      if (isKilled && mine === 0 && count > (until[mine] ?? 0)) throw new Error('The command was killed.');
    };
    try {
      return await command(oneByOne(store, inTurn));
    } finally {
      giveWay(mine);
      isOver[mine] = true;
    }
  };
  return Promise.allSettled(commands.map(run));
}

/** Returns a store that takes one step at a time, and calls `before` before each step. */
function oneByOne(store: Store, before: (step: Step) => unknown): Store {
  let last: Promise<unknown> = Promise.resolve();
  return storeAround(store, (take, step) => {
    const taken = last.then(() => before(step)).then(take);
    last = taken.catch(() => undefined);
    return taken;
  });
}
