import '@site/tools/testing/renderHere';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { IS_SOAK, repetitions } from '@site/backend/testing/repetitions';
import { deploy } from '@site/tools/release/deploy';
import { prune } from '@site/tools/release/prune';
import { readHistory } from '@site/tools/release/readHistory';
import { openStore } from '@site/tools/store/openStore';
import type { LoadedArtifact } from '@site/tools/store/readArtifact';
import type { Store } from '@site/tools/store/Store';
import { expectWholeStore } from '@site/tools/testing/expectWholeStore';
import { memoryStore, type MemoryFiles } from '@site/tools/testing/memoryStore';
import { simulatedClock } from '@site/tools/testing/simulatedClock';
import { storeAround, type Step } from '@site/tools/testing/steppedStore';
import { describeWithS3, newBucketAddress } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { serveItems, tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';

jest.setTimeout(1_800_000);

const log = () => undefined;
const DAY = 86_400_000;

describe('many deployments of both remotes at once: all succeed or say why, and one whole release is live', () => {
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
    for (const reason of refused) expect(reason).toMatch(/Other deployments were first/);

    // Of each team's builds the one is live that was made live last.
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

describe('prune beside somebody who uses again what has been old and unused for long: one step of the one, one of the other', () => {
  const files: MemoryFiles = new Map();
  const old = tinyPortfolio('Old');

  // What is done once is 40 days old: the old build has not been live for long.
  beforeAll(async () => {
    const origin = memoryStore(files);
    const clock = simulatedClock();
    await clock.jump(-40 * DAY);
    const backendUrl = await serveItems(() => [
      { id: 'abc', title: 'Harbour' },
      { id: 'def', title: 'Orchard' },
    ]);
    await deploy({ store: origin, artifacts: [tinyShell(), tinyMicora(), old], backendUrl, log });
    await deploy({ store: origin, artifacts: [tinyPortfolio('New')], backendUrl, log });
    await clock.jump(40 * DAY);
  });
  const newSite = () => memoryStore(new Map(files));

  const changes: Record<string, Command> = {
    rollback: (store, tell) => deploy({ store, back: { app: 'studio-remote' }, log: tell }),
    // Its pages are the same, byte by byte.
    deployment: (store, tell) => deploy({ store, artifacts: [old], log: tell }),
  };
  const removals: Record<string, Command> = {
    prune: (store) => prune({ store, keepDays: 30, now: new Date(), log }),
    'prune --now': (store) => prune({ store, keepDays: 30, atOnce: true, now: new Date(), log }),
  };

  /** What was removed before it was taken up again. */
  const REFUSED = /missing in the store|removed by prune|have been removed|There is no release/;

  /** Steps by which the two can notice each other, and what a change does from its look until it is live; in a soak, any. */
  const MEETING = IS_SOAK
    ? /./
    : /^(?:(?:write|walk|remove) (?:prune|releases)|list (?:pages|data)|create history)\/$/;

  /** Numbers of steps: from the one on in which a command says what it does, each kind of step that there is. */
  async function stopsOf(command: Command, said: string): Promise<number[]> {
    const steps = await stepsOf(newSite(), command);
    const start = steps.indexOf(said);
    const kinds = steps.map((step, index) => (index >= start ? `then ${step}` : step));
    return kinds.flatMap((kind, index) =>
      index >= (IS_SOAK ? 0 : start) && kinds.indexOf(kind) === index && MEETING.test(steps[index] ?? '')
        ? [index]
        : [],
    );
  }

  const pairs = Object.entries(changes).flatMap(([changeName, change]) =>
    Object.entries(removals).map(([name, removal]) => [name, changeName, removal, change] as const),
  );
  test.each(pairs)(
    '%s beside a %s: all is whole in every order',
    async (_name, _changeName, removal, change) => {
      const ofChange = await stopsOf(change, 'write releases/');
      const ofRemoval = await stopsOf(removal, 'write prune/');
      const orders = ofChange.flatMap((stop) =>
        ofRemoval.flatMap((other) =>
          [true, false].map((isChangeFirst) => [stop, other, isChangeFirst] as const),
        ),
      );
      const seen = { done: 0, waited: 0 };
      for (const order of orders) {
        const [stopChange, stopRemoval, isChangeFirst] = order;
        const store = newSite();
        const waits: string[] = [];
        const watched: Command = (of, tell) =>
          change(of, (line) => {
            if (line.startsWith('Waiting')) waits.push(line);
            tell(line);
          });
        const [changed, removed] = isChangeFirst
          ? await interleave(store, [watched, removal], [stopChange, stopRemoval])
          : (await interleave(store, [removal, watched], [stopRemoval, stopChange])).reverse();
        expect([order, removed]).toEqual([order, { status: 'fulfilled', value: undefined }]);
        const isDone = changed?.status === 'fulfilled';
        if (!isDone)
          expect([order, String(changed?.reason)]).toEqual([order, expect.stringMatching(REFUSED)]);
        const live = await expectWholeStore(store);
        const isOld = live.apps['studio-remote'] === old.artifact.version;
        expect([order, isOld]).toEqual([order, isDone]);
        expect([order, await store.list('prune/')]).toEqual([order, []]);
        if (waits.length > 0) seen.waited += 1;
        if (isDone) seen.done += 1;
        await removal(store, log);
        await expectWholeStore(store);
      }
      // Each way that a race can end has been seen.
      expect(Math.min(seen.done, seen.waited)).toBeGreaterThan(0);
    },
  );
});

/** Something that works in a store, and says when it waits for somebody else. */
type Command = (store: Store, log: (line: string) => void) => Promise<unknown>;

/**
 * Runs two commands on one store, in which never two steps are taken at once: the first command until its step of
 * number `until[0]`, counted from 0, the second one until its step `until[1]`, the first one to its end, and the second
 * one to its end. If one says that it waits, the other one goes on to its end.
 *
 * @returns what came of each
 */
async function interleave(
  store: Store,
  commands: [first: Command, second: Command],
  until: [first: number, second: number],
): Promise<PromiseSettledResult<unknown>[]> {
  const isOver = [false, false];
  const stops: number[] = [...until];
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
      if (count++ === stops[mine]) giveWay(mine);
      while (turn !== mine) await new Promise<void>((go) => wake.push(go));
    };
    const log = (line: string): void => {
      if (!line.startsWith('Waiting')) return;
      stops[1 - mine] = Infinity;
      giveWay(mine);
    };
    try {
      return await command(oneByOne(store, inTurn), log);
    } finally {
      giveWay(mine);
      isOver[mine] = true;
    }
  };
  return Promise.allSettled(commands.map(run));
}

/** @returns the steps that a command takes if nobody else is there */
async function stepsOf(store: Store, command: Command): Promise<string[]> {
  const steps: string[] = [];
  await command(
    oneByOne(store, (step) => steps.push(step)),
    log,
  );
  return steps;
}

/** The store, in which a step begins once the one before has ended, and something else has. */
function oneByOne(store: Store, before: (step: Step) => unknown): Store {
  let last: Promise<unknown> = Promise.resolve();
  return storeAround(store, (take, step) => {
    const taken = last.then(() => before(step)).then(take);
    last = taken.catch(() => undefined);
    return taken;
  });
}
