import '@site/platform/testing/renderHere';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { IS_SOAK, repetitions } from '@site/backend/testing/repetitions';
import { deploy, rollback } from '@site/platform/release/deploy';
import { listNumbers, liveRelease } from '@site/platform/release/readReleases';
import { listVersions, type Release } from '@site/platform/release/Release';
import { openStore } from '@site/platform/store/openStore';
import type { LoadedBuild } from '@site/platform/store/readBuild';
import type { Store } from '@site/platform/store/Store';
import { copyStore } from '@site/platform/testing/copyStore';
import { expectWholeStore } from '@site/platform/testing/expectWholeStore';
import { makeChance } from '@site/platform/testing/makeChance';
import { memoryStore } from '@site/platform/testing/memoryStore';
import { pruneLater } from '@site/platform/testing/pruneLater';
import { storeAround, type Step } from '@site/platform/testing/steppedStore';
import { describeWithS3, newBucketAddress } from '@site/platform/testing/startS3';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { serveItems, tinyPortfolio } from '@site/platform/testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '@site/platform/testing/tinySite';

jest.setTimeout(1_800_000);

const log = () => undefined;

describe('concurrent deployments of both remotes', () => {
  const RACERS = repetitions(4, 20);

  async function race(address: string): Promise<void> {
    const put = async (...builds: LoadedBuild[]) =>
      deploy({ store: await openStore(address, '/'), change: { kind: 'deploy', builds }, log });
    await put(tinyShell(), tinyStudio(), tinyMicora());
    const builds = Array.from({ length: RACERS }, (_, index) =>
      index % 2 ? tinyStudio(`Home ${index}`) : tinyMicora(`MiCora ${index}`),
    );
    const results = await Promise.allSettled(builds.map((build) => put(build)));
    const released: Release[] = [];
    let refused = 0;
    for (const result of results) {
      if (result.status === 'fulfilled') released.push(result.value);
      else {
        expect(String(result.reason)).toMatch(/Other deployments were first/);
        refused += 1;
      }
    }

    // Every deployment that was not refused must have made a release. For each remote, the build that was deployed last must
    // be live.
    const store = await openStore(address, '/');
    expect(await listNumbers(store)).toHaveLength(1 + RACERS - refused);
    const live = await expectWholeStore(store);
    expect(live.log).toHaveLength(1 + RACERS - refused);
    expect(live.id).toBe(live.log[0]?.release);
    for (const app of ['studio-remote', 'micora-remote']) {
      const last = live.log.find(({ what }) => what === `deploy ${app}`);
      const deployed = released.find(({ id }) => id === last?.release);
      expect(listVersions(live)[app]).toBe(deployed && listVersions(deployed)[app]);
    }
  }

  test('deployments to a directory succeed or fail with a reason, and leave one complete release', async () =>
    race(await temporaryDirectory()));

  describeWithS3('with S3', () => {
    test('deployments to a bucket succeed or fail with a reason, and leave one complete release', () =>
      race(newBucketAddress()));
  });
});

describe('prune while another command reuses old, unused files', () => {
  const origin = memoryStore();
  const old = tinyPortfolio('Old');
  let backendUrl: string;

  beforeAll(async () => {
    backendUrl = await serveItems(() => [
      { id: 'abc', title: 'Harbour' },
      { id: 'def', title: 'Orchard' },
    ]);
    for (const builds of [[tinyShell(), tinyMicora(), old], [tinyPortfolio('New')]])
      await deploy({ store: origin, change: { kind: 'deploy', builds }, backendUrl, log });
  });

  const changes: Record<string, Command> = {
    rollback: (store) => rollback({ store, app: 'studio-remote', log }),
    // This deployment renders the same pages as the first one, so it writes the same files.
    deployment: (store) => deploy({ store, change: { kind: 'deploy', builds: [old] }, log }),
  };
  const removals: Record<string, Command> = {
    prune: (store) => pruneLater(40, { store }),
    'prune --now': (store) => pruneLater(40, { store, atOnce: true }),
  };

  async function countSteps(command: Command): Promise<number> {
    const store = memoryStore();
    await copyStore(origin, store);
    let count = 0;
    await command(oneByOne(store, () => (count += 1)));
    return count;
  }

  /**
   * Matches the acceptable errors: the command needs a file that prune has removed, prune refuses to remove recent files, or
   * the command was killed.
   */
  const REFUSED = /missing from the store|Prune has removed|were written within the last hour|was killed/;

  const pairs = Object.entries(changes).flatMap(([changeName, change]) =>
    Object.entries(removals).map(([removalName, removal]) => ({ removalName, removal, changeName, change })),
  );

  function tryOrders(newStore: () => Promise<Store>, count: number): void {
    test.each(pairs)(
      'if interleaved or killed, $removalName and $changeName leave a complete release',
      async ({ changeName, removal, change }) => {
        const stores: Store[] = [];
        for (let index = 0; index < count; index += 1) {
          const store = await newStore();
          await copyStore(origin, store);
          stores.push(store);
        }
        const changeLength = await countSteps(change);
        const removalLength = await countSteps(removal);
        let changed = 0;
        for (const [index, store] of stores.entries()) {
          const chance = makeChance(`${changeName} ${index}`);
          const isChangeFirst = chance() < 0.5;
          const isKilled = chance() < 0.3;
          const changeStop = { command: change, stopAt: Math.floor(chance() * changeLength) };
          const removalStop = { command: removal, stopAt: Math.floor(chance() * removalLength) };
          const [first, second] = isChangeFirst ? [changeStop, removalStop] : [removalStop, changeStop];
          const order = JSON.stringify({
            index,
            isChangeFirst,
            isKilled,
            stops: [first.stopAt, second.stopAt],
          });
          const outcomes = await interleave(store, first, second, isKilled);
          for (const outcome of outcomes) {
            if (outcome.status === 'fulfilled') continue;
            expect([order, String(outcome.reason)]).toEqual([order, expect.stringMatching(REFUSED)]);
          }
          // Prune may have removed a file while the other command was rewriting it. The next deployment recreates the file,
          // as the watcher's next round would.
          const isOld =
            (await liveRelease(store))?.builds['studio-remote']?.version === old.description.version;
          const again = { kind: 'deploy' as const, builds: isOld ? [old] : [] };
          await deploy({ store, change: again, backendUrl, retries: true, log });
          const live = await expectWholeStore(store).catch((error: unknown) => {
            throw new Error(`${order}: ${String(error)}`);
          });
          if (outcomes[isChangeFirst ? 0 : 1].status === 'rejected') continue;
          expect([order, listVersions(live)['studio-remote']]).toEqual([order, old.description.version]);
          changed += 1;
        }
        expect(changed).toBeGreaterThan(count / 4);
      },
    );
  }

  describe('in memory', () => tryOrders(() => Promise.resolve(memoryStore()), repetitions(12, 400)));
  describe('in a directory', () =>
    tryOrders(async () => openStore(await temporaryDirectory(), '/'), repetitions(2, 100)));
  // Use a bucket only in soak tests, because storeContract.integration.test.ts shows that a bucket behaves like a directory.
  (IS_SOAK ? describeWithS3 : describe.skip)('in a bucket', () =>
    tryOrders(() => openStore(newBucketAddress(), '/'), 50),
  );
});

type Command = (store: Store) => Promise<unknown>;

/** A command that gives way to the other command just before its step `stopAt`, counted from 0. */
interface StoppedCommand {
  command: Command;
  stopAt: number;
}

/**
 * Runs two commands on one store, one step at a time. The first command runs until just before its step `stopAt`, and then
 * the second command runs until just before its own. After that, the first command runs to completion, and finally the
 * second.
 *
 * @param isKilled whether to kill the first command instead of resuming it
 */
async function interleave(
  store: Store,
  first: StoppedCommand,
  second: StoppedCommand,
  isKilled: boolean,
): Promise<[PromiseSettledResult<unknown>, PromiseSettledResult<unknown>]> {
  const ended = new Set<StoppedCommand>();
  let turn = first;
  let waiting: (() => void)[] = [];
  const giveWay = (to: StoppedCommand): void => {
    if (ended.has(to)) return;
    turn = to;
    for (const wake of waiting) wake();
    waiting = [];
  };
  const run = async (mine: StoppedCommand, other: StoppedCommand): Promise<unknown> => {
    let steps = 0;
    const waitForTurn = async () => {
      const step = steps;
      steps += 1;
      if (step === mine.stopAt) giveWay(other);
      while (turn !== mine) await new Promise<void>((wake) => waiting.push(wake));
      if (isKilled && mine === first && step >= mine.stopAt) throw new Error('The command was killed.');
    };
    try {
      return await mine.command(oneByOne(store, waitForTurn));
    } finally {
      giveWay(other);
      ended.add(mine);
    }
  };
  return Promise.allSettled([run(first, second), run(second, first)]);
}

/** Wraps a store so that its operations run one at a time. Each operation starts once its call to `before` has finished. */
function oneByOne(store: Store, before: (step: Step) => unknown): Store {
  let last: Promise<unknown> = Promise.resolve();
  return storeAround(store, (take, step) => {
    const taken = last.then(() => before(step)).then(take);
    last = taken.catch(() => undefined);
    return taken;
  });
}
