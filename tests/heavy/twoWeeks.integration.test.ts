import '@site/platform/testing/renderHere';
import { expect, jest, test } from '@jest/globals';
import { repetitions } from '@site/backend/testing/repetitions';
import { directoryStore } from '@site/platform/store/directoryStore';
import { folderStore } from '@site/platform/store/folderStore';
import type { LoadedBuild } from '@site/platform/store/readBuild';
import type { Store } from '@site/platform/store/Store';
import { auditBuild, listUnneeded, type AuditedRelease } from '@site/platform/testing/auditStore';
import { expectWholePreview } from '@site/platform/testing/expectWholePreview';
import { auditedFiles, auditWhole } from '@site/platform/testing/expectWholeStore';
import { makeChance } from '@site/platform/testing/makeChance';
import { memoryStore } from '@site/platform/testing/memoryStore';
import { simulatedClock } from '@site/platform/testing/simulatedClock';
import { storeAround } from '@site/platform/testing/steppedStore';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';
import { BAD, tinyPortfolio } from '@site/platform/testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '@site/platform/testing/tinySite';
import { useTinySite } from '@site/platform/testing/useTinySite';
import { rollback } from '@site/platform/release/deploy';
import { HEARTBEAT } from '@site/platform/release/heartbeat';
import { liveRelease, listNumbers } from '@site/platform/release/readReleases';
import { listPreviews } from '@site/platform/release/listPreviews';
import { previewRelease } from '@site/platform/release/previewRelease';
import { prune, type PruneOptions } from '@site/platform/release/prune';
import { removePreview } from '@site/platform/release/removePreview';

// This test makes random changes of every kind to a site. On the simulated clock, a soak test covers two weeks, and an
// ordinary run covers one day.

jest.setTimeout(1_800_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The number of days for which prune keeps releases. It is low, so that prune removes many releases in two weeks. */
const KEEP_DAYS = 2;

const DAYS = repetitions(1, 14);

/**
 * The seeds of the random changes. A failed test prints its seed. Set `SEED` to that number to repeat the test. Even with
 * the same seed, concurrent steps may run in a different order.
 */
const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : repetitions([1], [2, 3, 4, Date.now()]);

const REFUSALS = [
  /No version of .* was live before/,
  /is missing from the store/,
  /Release .* does not exist or has been removed/,
  /^Prune has removed .*\. Name another version/,
  /were written within the last hour, so they stay/,
  /went live during the rollback from/,
  /Another change went live first/,
];

let clock: ReturnType<typeof simulatedClock>;
const site = useTinySite(async () => {
  clock = simulatedClock();
  return clock.storeOf(directoryStore(await temporaryDirectory()));
});
const { log } = site;
let previews: Store;

/**
 * Prunes a store. Writes a heartbeat first, as a watcher would, because prune takes the current time from the newest file.
 */
async function pruneNow(store: Store, options: Pick<PruneOptions, 'keepDays' | 'atOnce'>): Promise<void> {
  await site.store.write(HEARTBEAT, new Date().toISOString());
  await prune({ store, log, ...options });
}

class Killed extends Error {}

/**
 * Simulates a process that is killed before step `killAt`, counted from 1: that step and all later ones fail.
 *
 * @returns the process's store, and a function that waits for all steps that have started
 */
function killableStore(killAt: number) {
  let steps = 0;
  const started: Promise<unknown>[] = [];
  const store = storeAround(site.store, (take) => {
    steps += 1;
    if (steps >= killAt) return Promise.reject(new Killed());
    const work = take();
    started.push(work);
    return work;
  });
  return { store, settle: () => Promise.allSettled(started) };
}

type Act = (store: Store) => Promise<unknown>;

interface Action {
  name: string;
  weight: number;
  act: Act;
}

function listActions(chance: () => number): Action[] {
  const oneOf = <Item>(items: Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
  const build = (make: (text: string) => LoadedBuild) => make(`Text ${Math.floor(chance() * 6)}`);
  const deployment =
    (make: (text: string) => LoadedBuild): Act =>
    (store) => {
      const builds = [build(make)];
      const backend = chance() < 0.5 ? { backendUrl: site.backendUrl } : {};
      return site.deploy({ store, change: { kind: 'deploy', builds }, ...backend });
    };
  const pruning =
    (atOnce: boolean): Act =>
    (store) =>
      pruneNow(store, { keepDays: KEEP_DAYS, atOnce });
  const edit: Act = async (store) => {
    const { items } = site;
    const index = Math.floor(chance() * 4);
    const title = chance() < 0.1 ? BAD : `Title ${Math.floor(chance() * 1000)}`;
    if (chance() < 0.1 && items.length > 1) items.splice(index, 1);
    else items[Math.min(index, items.length)] = { id: `item-${index}`, title };
    await site.deploy({ store, backendUrl: site.backendUrl, needsBackend: true });
    if (chance() < 0.3) await pruneNow(store, { keepDays: Infinity });
  };
  const preview: Act = (store) => {
    const builds = [build(oneOf([tinyPortfolio, tinyMicora, tinyShell]) ?? tinyShell)];
    const name = oneOf(['pr-1', 'pr-2', 'pr-3']) ?? '';
    return previewRelease({ store, previews, builds, backendUrl: site.backendUrl, name, log });
  };
  const restore: Act = async (store) => {
    const number = oneOf((await listNumbers(site.store)).slice(0, 8));
    return number && site.restore(number, store);
  };
  const goBack: Act = (store) =>
    rollback({ store, app: oneOf(['studio-remote', 'micora-remote', 'shell']) ?? '', log });
  const removeAnyPreview: Act = async () =>
    removePreview(previews, oneOf(await listPreviews(previews)) ?? '', log);
  return [
    { name: 'studio', weight: 3, act: deployment(tinyPortfolio) },
    { name: 'micora', weight: 3, act: deployment(tinyMicora) },
    { name: 'shell', weight: 1, act: deployment(tinyShell) },
    { name: 'edit', weight: 6, act: edit },
    { name: 'preview', weight: 2, act: preview },
    { name: 'removePreview', weight: 0.5, act: removeAnyPreview },
    { name: 'rollback', weight: 2, act: goBack },
    { name: 'restore', weight: 1, act: restore },
    { name: 'prune', weight: 2, act: pruning(false) },
    { name: 'takedown', weight: 0.5, act: pruning(true) },
  ];
}

/** Runs an action, and sometimes simulates a kill. @returns `killed`, `refused`, or undefined if the action succeeded */
async function run(act: Act, chance: () => number): Promise<string | undefined> {
  const isKilled = chance() < 0.13;
  const { store, settle } = killableStore(isKilled ? Math.ceil(chance() ** 2 * 250) : Infinity);
  try {
    await act(store);
    return undefined;
  } catch (error) {
    if (error instanceof Killed) return 'killed';
    const { message } = error as Error;
    if (REFUSALS.some((pattern) => pattern.test(message))) return 'refused';
    throw error;
  } finally {
    await settle();
  }
}

/** The releases that tabs may still have open, by id, with the time when each release was last live. */
const tabs = new Map<string, { release: AuditedRelease; at: number }>();
/** The number of the newest release that `check` has read. */
let lastNumber: number;

/** Checks the live release, the builds that open tabs may load, and all previews. */
async function check(): Promise<void> {
  const now = Date.now();
  const { live, history } = await auditWhole(site.store);
  tabs.set(live.id, { release: live, at: now });
  for (const [, release] of history.filter(([number]) => number > lastNumber))
    tabs.set(release.id, { release, at: now });
  lastNumber = Math.max(lastNumber, ...history.map(([number]) => number));
  const usedBuilds = new Set<string>();
  for (const [id, { release, at }] of tabs) {
    // The simulated clock sometimes jumps by an hour, so prune may remove a release an hour early.
    if (at < now - KEEP_DAYS * DAY + HOUR) tabs.delete(id);
    else for (const build of release.builds) usedBuilds.add(build);
  }
  for (const build of usedBuilds) {
    expect(await auditBuild(auditedFiles(site.store), build)).toEqual([]);
  }
  for (const label of await listPreviews(previews)) {
    // If the command that made a preview was killed, the preview may have no release. Such a preview is not shown.
    const isShown = (await listNumbers(folderStore(previews, label))).length > 0;
    if (isShown) await expectWholePreview(previews, label);
  }
}

/**
 * Simulates `DAYS` days of random actions. After each action, adds a line to `steps` and checks the site.
 *
 * @returns the name of each action, followed by `killed` or `refused` if the action failed
 */
async function simulate(seed: number, steps: string[]): Promise<string[]> {
  const chance = makeChance(seed);
  const actions = listActions(chance);
  const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0);
  const draw = (): Action => {
    let rest = chance() * totalWeight;
    for (const action of actions) {
      if (rest < action.weight) return action;
      rest -= action.weight;
    }
    throw new Error('The number drawn exceeds the total weight of the actions.');
  };
  const outcomes: string[] = [];
  tabs.clear();
  previews = memoryStore();
  lastNumber = 0;
  await check();
  let isClockSlow = false;
  for (const began = Date.now(); Date.now() - began < DAYS * DAY;) {
    const isNight = chance() < 0.05;
    await clock.pass(isNight ? 8 * HOUR : chance() ** 3 * 90 * MINUTE);
    if (chance() < 0.03) {
      isClockSlow = !isClockSlow;
      await clock.jump(isClockSlow ? -HOUR : HOUR);
    }
    const live = tabs.get((await liveRelease(site.store))?.id ?? '');
    if (live) live.at = Date.now();
    const concurrent = [draw()];
    if (chance() < 0.2) concurrent.push(draw());
    const results = await Promise.all(
      concurrent.map(async ({ name, act }) => {
        const failure = await run(act, chance);
        return failure ? `${name} ${failure}` : name;
      }),
    );
    outcomes.push(...results);
    steps.push(`${new Date().toISOString()}: ${results.join(' and ')}`);
    // Prune may have removed a page while a concurrent deployment was writing it. Deploy again, as the watcher's next round
    // would.
    if (results.length > 1) await site.deploy({ backendUrl: site.backendUrl });
    await check();
    const titles = site.items.map(({ title }) => title).join(', ');
    if (results.join() === 'edit') expect(await site.page('projects.html')).toContain(titles);
  }
  return outcomes;
}

test.each(SEEDS)(`the site stays intact during ${DAYS} days of random changes (seed %d)`, async (seed) => {
  const steps: string[] = [];
  try {
    const outcomes = await simulate(seed, steps);
    expect(outcomes.filter((outcome) => outcome.endsWith('killed')).length).toBeGreaterThan(0);
    // At the end, let enough time pass for prune to remove everything that is no longer used.
    await clock.pass((KEEP_DAYS + 1) * DAY);
    await pruneNow(site.store, { keepDays: KEEP_DAYS });
    const { live, history } = await auditWhole(site.store);
    expect(new Set(history.map(([, { id }]) => id))).toEqual(new Set([live.id]));
    expect(history).toHaveLength(1);
    const left = (await site.store.list('builds/', { deep: true })).map(({ key }) =>
      key.split('/').slice(1, 3).join('/'),
    );
    expect(new Set(left)).toEqual(live.builds);
    expect(await listUnneeded(auditedFiles(site.store))).toEqual([]);
  } catch (error) {
    (error as Error).message = `SEED=${seed}\n${steps.slice(-25).join('\n')}\n${(error as Error).message}`;
    throw error;
  }
});
