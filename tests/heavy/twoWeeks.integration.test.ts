import '@site/tools/testing/renderHere';
import { expect, jest, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { repetitions } from '@site/backend/testing/repetitions';
import { directoryStore } from '@site/tools/store/directoryStore';
import { folderStore } from '@site/tools/store/folderStore';
import type { LoadedArtifact } from '@site/tools/store/readArtifact';
import type { Store } from '@site/tools/store/Store';
import { expectWholePreview } from '@site/tools/testing/expectWholePreview';
import { memoryStore } from '@site/tools/testing/memoryStore';
import { simulatedClock } from '@site/tools/testing/simulatedClock';
import { storeAround } from '@site/tools/testing/steppedStore';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { BAD, tinyPortfolio } from '@site/tools/testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '@site/tools/testing/tinySite';
import { useTinySite } from '@site/tools/testing/useTinySite';
import { latestNumber, liveRelease, readHistory } from '@site/tools/release/readHistory';
import { findBuildDamage } from '@site/tools/release/findReleaseDamage';
import { listPreviews } from '@site/tools/release/listPreviews';
import { previewRelease } from '@site/tools/release/previewRelease';
import { prune } from '@site/tools/release/prune';
import { findRelease, listIds } from '@site/tools/release/readRelease';
import { removePreview } from '@site/tools/release/removePreview';
import { buildsOf, type Release } from '@site/tools/release/Release';

// Two weeks of random changes by everybody who can change the site, on a simulated clock.

jest.setTimeout(1_800_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Few enough that much is pruned in two weeks. */
const KEEP_DAYS = 2;

const DAYS = repetitions(1, 14);

/** A failure prints its `SEED`. With the same seed, the order of concurrent steps may still differ. */
const SEEDS = process.env.SEED ? [Number(process.env.SEED)] : repetitions([1], [2, 3, 4, Date.now()]);

/** The legitimate reasons to refuse a command. */
const REFUSALS = [
  /No version of .* was live before/,
  /is missing in the store/,
  /There is no release .*, or it has been removed/,
  /^Prune has removed .*\. Name another version/,
  /is not live, so a deployment may be about to publish it/,
  /Another change was first/,
];

let clock: ReturnType<typeof simulatedClock>;
const site = useTinySite(async () => {
  clock = simulatedClock();
  return clock.storeOf(directoryStore(await temporaryDirectory()));
});
const { log } = site;
/** The store of previews. Each test has its own. */
let previews: Store;

/** Returns a source of pseudo-random numbers from 0 up to 1, the same for the same seed. */
function chanceOf(seed: number): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}

class Killed extends Error {}

/** Returns a store whose process is killed before a certain step: from then on, no step is taken. */
function mortal(killAt: number) {
  let steps = 0;
  const underWay: Promise<unknown>[] = [];
  const store = storeAround(site.store, (take) => {
    if (++steps >= killAt) return Promise.reject(new Killed());
    const work = take();
    underWay.push(work);
    return work;
  });
  return { store, ended: () => Promise.allSettled(underWay) };
}

type Act = (store: Store) => Promise<unknown>;

/** Returns everything that is done to the site, and how often. */
function actionsOf(chance: () => number): Record<string, [weight: number, act: Act]> {
  const oneOf = <Item>(items: Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
  const build = (make: (words: string) => LoadedArtifact) => make(`Words ${Math.floor(chance() * 6)}`);
  const deployment =
    (make: (words: string) => LoadedArtifact): Act =>
    (store) =>
      site.deploy({
        ...{ store, artifacts: [build(make)] },
        ...(chance() < 0.5 && { backendUrl: site.backendUrl }),
      });
  const pruning =
    (atOnce: boolean): Act =>
    (store) =>
      prune({ store, keepDays: KEEP_DAYS, atOnce, now: new Date(), log });
  const edit: Act = async (store) => {
    const { items } = site;
    const which = Math.floor(chance() * 4);
    const title = chance() < 0.1 ? BAD : `Title ${Math.floor(chance() * 1000)}`;
    if (chance() < 0.1 && items.length > 1) items.splice(which, 1);
    else items[Math.min(which, items.length)] = { id: `item-${which}`, title };
    await site.deploy({ store, backendUrl: site.backendUrl, needsBackend: true });
    if (chance() < 0.3) await prune({ store, keepDays: Infinity, now: new Date(), log });
  };
  const preview: Act = (store) => {
    const artifacts = [build(oneOf([tinyPortfolio, tinyMicora, tinyShell]) ?? tinyShell)];
    const name = oneOf(['pr-1', 'pr-2', 'pr-3']) ?? '';
    return previewRelease({ store, previews, artifacts, backendUrl: site.backendUrl, name, log });
  };
  const restore: Act = async (store) => {
    const id = oneOf((await readHistory(site.store)).slice(0, 8))?.release;
    return id && site.restore(id, store);
  };
  const rollback: Act = (store) =>
    site.deploy({ store, back: { app: oneOf(['studio-remote', 'micora-remote', 'shell']) ?? '' } });
  return {
    studio: [3, deployment(tinyPortfolio)],
    micora: [3, deployment(tinyMicora)],
    shell: [1, deployment(tinyShell)],
    edit: [6, edit],
    preview: [2, preview],
    removePreview: [0.5, async () => removePreview(previews, oneOf(await listPreviews(previews)) ?? '', log)],
    rollback: [2, rollback],
    restore: [1, restore],
    prune: [2, pruning(false)],
    takedown: [0.5, pruning(true)],
  };
}

/** Runs an action that may be killed. @returns `killed`, `refused`, or undefined if it succeeded */
async function run(act: Act, chance: () => number): Promise<string | undefined> {
  const isKilled = chance() < 0.13;
  const { store, ended } = mortal(isKilled ? Math.ceil(chance() ** 2 * 250) : Infinity);
  try {
    await act(store);
    return undefined;
  } catch (error) {
    if (error instanceof Killed) return 'killed';
    const { message } = error as Error;
    if (REFUSALS.some((pattern) => pattern.test(message))) return 'refused';
    throw error;
  } finally {
    await ended();
  }
}

/** The releases of open tabs, and when each was last live. */
const tabs = new Map<string, { release: Release; at: number }>();
/** The highest number of the history that `check` has read. */
let lastNumber: number;

/** Expects everything that visitors may request now to be intact. */
async function check(): Promise<void> {
  const now = Date.now();
  const live = await site.live();
  tabs.set(live.id, { release: live, at: now });
  const history = await readHistory(site.store);
  const newEntries = history.filter(({ number }) => number > lastNumber);
  for (const { number, release: id } of newEntries) {
    const release = await findRelease(site.store, id);
    if (release) tabs.set(id, { release, at: now });
    lastNumber = Math.max(lastNumber, number);
  }
  const used = new Set<string>();
  for (const [id, { release, at }] of tabs) {
    // The clock is sometimes wrong by an hour.
    if (at < now - KEEP_DAYS * DAY + HOUR) tabs.delete(id);
    else for (const build of buildsOf(release)) used.add(build);
  }
  for (const build of used) {
    expect(await findBuildDamage(site.store, build)).toEqual([]);
  }
  for (const label of await listPreviews(previews)) {
    // A killed preview has no history and is not shown.
    const isShown = (await latestNumber(folderStore(previews, label))) > 0;
    if (isShown) await expectWholePreview(site.store, previews, label);
  }
}

async function simulate(seed: number, steps: string[]): Promise<string[]> {
  const chance = chanceOf(seed);
  const weighted = Object.entries(actionsOf(chance)).flatMap(([name, [weight, act]]) =>
    Array<[string, Act]>(weight * 2).fill([name, act]),
  );
  const draw = () => weighted.slice(Math.floor(chance() * weighted.length)).slice(0, 1);
  const outcomes: string[] = [];
  tabs.clear();
  previews = memoryStore();
  lastNumber = 0;
  await check();
  let isWrong = false;
  for (const began = Date.now(); Date.now() - began < DAYS * DAY;) {
    const isNight = chance() < 0.05;
    await clock.pass(isNight ? 8 * HOUR : chance() ** 3 * 90 * MINUTE);
    if (chance() < 0.03) {
      isWrong = !isWrong;
      await clock.jump(isWrong ? -HOUR : HOUR);
    }
    const live = tabs.get((await liveRelease(site.store))?.id ?? '');
    if (live) live.at = Date.now();
    const drawn = [...draw(), ...(chance() < 0.2 ? draw() : [])];
    const results = await Promise.all(drawn.map(([, act]) => run(act, chance)));
    const ends = drawn.map(([name], index) => [name, results[index]].filter(Boolean).join(' '));
    outcomes.push(...ends);
    steps.push(`${new Date().toISOString()}: ${ends.join(' and ')}`);
    await check();
    const [end] = ends.length === 1 ? ends : [];
    const titles = site.items.map(({ title }) => title).join(', ');
    if (end === 'edit') expect(await site.page('projects.html')).toContain(titles);
  }
  return outcomes;
}

test.each(SEEDS)(`the site stays intact during ${DAYS} days of random changes (seed %d)`, async (seed) => {
  const steps: string[] = [];
  try {
    const outcomes = await simulate(seed, steps);
    expect(outcomes.filter((outcome) => outcome.endsWith('killed')).length).toBeGreaterThan(0);
    // Finally, prune removes everything that is no longer used.
    await clock.pass((KEEP_DAYS + 1) * DAY);
    await prune({ store: site.store, keepDays: KEEP_DAYS, now: new Date(), log });
    const live = await site.live();
    expect(await listIds(site.store)).toEqual([live.id]);
    const left = (await site.store.walk('artifacts/')).map(({ key }) => key.split('/').slice(1, 3).join('/'));
    expect(new Set(left)).toEqual(buildsOf(live));
  } catch (error) {
    (error as Error).message = `SEED=${seed}\n${steps.slice(-25).join('\n')}\n${(error as Error).message}`;
    throw error;
  }
});
