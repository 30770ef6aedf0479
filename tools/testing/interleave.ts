import type { Store } from '../store/Store';
import { storeAround, type Step } from './steppedStore';

/** Something that works in a store, and says when it waits for somebody else. */
export type Command = (store: Store, log: (line: string) => void) => Promise<unknown>;

/**
 * Runs two commands on one store, in which never two steps are taken at once: the first command until its step of
 * number `until[0]`, counted from 0, the second one until its step `until[1]`, the first one to its end, and the second
 * one to its end. If one says that it waits, the other one goes on to its end.
 *
 * @returns what came of each
 */
export async function interleave(
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
export async function stepsOf(store: Store, command: Command): Promise<string[]> {
  const steps: string[] = [];
  await command(
    oneByOne(store, (step) => Promise.resolve(void steps.push(step))),
    () => undefined,
  );
  return steps;
}

/** The store, in which a step begins once the one before has ended, and something else has. */
function oneByOne(store: Store, before: (step: Step) => Promise<void>): Store {
  let last: Promise<unknown> = Promise.resolve();
  return storeAround(store, (take, step) => {
    const taken = last.then(() => before(step)).then(take);
    last = taken.catch(() => undefined);
    return taken;
  });
}
