import '../testing/renderHere';
import { expect, jest, test } from '@jest/globals';
import { join } from 'node:path';
import { repetitions } from '@site/backend/testing/repetitions';
import type { Artifact } from '../build/Artifact';
import type { LoadedArtifact } from '../store/readArtifact';
import { liveRelease } from './liveRelease';
import { readHistory } from './readHistory';
import { findRelease, listIds, readRelease } from './readRelease';
import { buildsOf, type Release } from './Release';
import { missingContents } from './write';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { readLivePage } from '../testing/readLivePage';
import { expectWholeSite } from '../testing/expectWholeSite';
import { simulatedClock } from '../testing/simulatedClock';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { BAD, serveItems, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy } from './deploy';
import { previewRelease, removePreview } from './previewRelease';
import { deployPreviewed } from '../testing/deployPreviewed';
import { prune } from './prune';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import { expectWholeStore } from '../testing/expectWholeStore';

// Everybody who changes the site, by chance and for two weeks, with a clock that the test moves.

jest.setTimeout(1_800_000);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So few that much is pruned in two weeks. */
const KEEP_DAYS = 2;

const DAYS = repetitions(1, 14);

/** Seeds that have found something, each within two weeks; a test elsewhere has the name of what it was. */
const KEPT = [203, 301, 402];

/** One by `SEED`, which a failure tells; what runs at the same time is not in the same order again. */
const SEEDS = process.env.SEED
  ? [Number(process.env.SEED)]
  : repetitions([1], [...KEPT, Date.now() % 1_000_000]);

/** What may be refused, as time goes by. */
const REFUSALS = [
  /has had no version before/,
  /is missing in the store/,
  /There is no release .*, or it has been removed/,
  /some of its pages or builds have been removed/,
  /has been removed by prune\. Name another version/,
  /Something was removed by prune meanwhile, so there is no preview/,
];

const log = () => undefined;

/** Numbers by chance from 0 up to 1, the same for the same seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Killed extends Error {}

/** A process that dies before a step of its work in stores: none is taken from then on. */
function mortal(killAt: number) {
  let steps = 0;
  const underWay: Promise<unknown>[] = [];
  const actIn =
    <Given extends unknown[], Result>(act: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (++steps >= killAt) throw new Killed();
      const work = act(...given);
      underWay.push(work);
      return work;
    };
  const within = (store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([name, act]) => [name, actIn(act as () => Promise<unknown>)]),
    ) as unknown as Store;
  return { within, ended: () => Promise.allSettled(underWay) };
}

async function simulate(seed: number) {
  const chance = chanceOf(seed);
  const oneOf = <Item>(items: Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
  const clock = simulatedClock();
  const parent = await temporaryDirectory();
  const address = join(parent, 'store');
  const site = clock.storeOf(directoryStore(address));
  const items = [{ id: 'first', title: 'First' }];
  const backendUrl = await serveItems(() => items);
  const builds = new Map<string, Promise<LoadedArtifact>>();
  const build = (make: (words: string) => Promise<LoadedArtifact>) => {
    const words = `Words ${Math.floor(chance() * 6)}`;
    const name = make.name + words;
    if (!builds.has(name)) builds.set(name, make(words));
    return builds.get(name) as Promise<LoadedArtifact>;
  };
  const previews = () => listIds(site, 'previews');

  const deployment = (make: (words: string) => Promise<LoadedArtifact>) => async (store: Store) => {
    const artifact = await build(make);
    const withData = chance() < 0.5;
    return deploy({ store, artifacts: [artifact], ...(withData && { backendUrl }), log });
  };
  const actions: Record<string, [weight: number, act: (store: Store) => Promise<unknown>]> = {
    studio: [3, deployment(tinyPortfolio)],
    micora: [3, deployment(tinyMicora)],
    shell: [1, deployment(tinyShell)],
    edit: [
      6,
      async (store) => {
        const which = Math.floor(chance() * 4);
        const title = chance() < 0.1 ? BAD : `Title ${Math.floor(chance() * 1000)}`;
        if (chance() < 0.1 && items.length > 1) items.splice(which, 1);
        else items[Math.min(which, items.length)] = { id: `item-${which}`, title };
        await deploy({ store, artifacts: [], backendUrl, needsBackend: true, log });
        if (chance() < 0.3) await prune({ store, keepDays: Infinity, now: new Date(), log });
      },
    ],
    preview: [
      2,
      async (store) => {
        const artifacts = [await build(oneOf([tinyPortfolio, tinyMicora, tinyShell]) ?? tinyShell)];
        await previewRelease({ store, artifacts, backendUrl, name: oneOf(['pr-1', 'pr-2', undefined]), log });
      },
    ],
    promote: [
      2,
      async (store) => {
        const id = oneOf(await previews());
        if (id) await deployPreviewed(store, id, backendUrl);
      },
    ],
    removePreview: [
      1,
      async (store) => {
        const id = oneOf(await previews());
        if (id) await removePreview(store, id, log);
      },
    ],
    rollback: [
      2,
      (store) =>
        deploy({ store, back: { app: oneOf(['studio-remote', 'micora-remote', 'shell']) ?? '' }, log }),
    ],
    restore: [
      1,
      async (store) => {
        const id = oneOf((await readHistory(site)).slice(0, 8))?.release;
        if (id) await makeLiveAgain(store, id);
      },
    ],
    prune: [2, (store) => prune({ store, keepDays: KEEP_DAYS, now: new Date(), log })],
    takedown: [0.5, (store) => prune({ store, keepDays: KEEP_DAYS, atOnce: true, now: new Date(), log })],
  };
  const weights = Object.entries(actions).flatMap(([name, [weight]]) => Array<string>(weight * 2).fill(name));

  /** @returns what came of it: nothing if all went well */
  const run = async (name: string): Promise<string | undefined> => {
    const isKilled = chance() < 0.13;
    const process = mortal(isKilled ? Math.ceil(chance() ** 2 * 250) : Infinity);
    try {
      await actions[name]?.[1](process.within(site));
      return undefined;
    } catch (error) {
      if (error instanceof Killed) return 'killed';
      const { message } = error as Error;
      if (REFUSALS.some((pattern) => pattern.test(message))) return 'refused';
      throw error;
    } finally {
      await process.ended();
    }
  };

  /** Of open tabs: the release that their page is of, and when it was last live. */
  const tabs = new Map<string, { release: Release; at: number }>();
  let seen = 0;
  /** Everything that visitors may ask for now. */
  const check = async () => {
    const now = Date.now();
    const live = await expectWholeSite(address);
    await expectWholeStore(site);
    tabs.set(live.id, { release: live, at: now });
    for (const { number, release: id } of (await readHistory(site)).filter(({ number }) => number > seen)) {
      const release = await findRelease(site, id);
      if (release) tabs.set(id, { release, at: now });
      seen = Math.max(seen, number);
    }
    for (const [id, { release, at }] of tabs) {
      // Less the hour by which the clock is wrong at times.
      if (at < now - KEEP_DAYS * DAY + HOUR) tabs.delete(id);
      else await expectAssets(site, release);
    }
    for (const id of await previews()) {
      const preview = await readRelease(site, id);
      expect([id, [...(await missingContents(site, preview))]]).toEqual([id, []]);
      await expectAssets(site, preview);
    }
  };
  const files = new Map<string, string[]>();
  const expectAssets = async (store: Store, release: Release) => {
    for (const one of buildsOf(release)) {
      if (!files.has(one)) {
        const artifact = JSON.parse(String(await site.read(`artifacts/${one}/artifact.json`))) as Artifact;
        files.set(one, Object.keys(artifact.files));
      }
      expect([release.id, one, await store.list(`assets/${one}/`)]).toEqual([
        release.id,
        one,
        expect.arrayContaining(files.get(one) ?? []),
      ]);
    }
  };

  const outcomes: Record<string, number> = {};
  const steps: string[] = [];
  const began = Date.now();
  try {
    const artifacts = await Promise.all([tinyShell(), tinyPortfolio(), tinyMicora()]);
    await deploy({ store: site, artifacts, backendUrl, log });
    await check();
    let isWrong = false;
    for (let step = 1; Date.now() - began < DAYS * DAY; step += 1) {
      const isNight = chance() < 0.05;
      await clock.jump(isNight ? 8 * HOUR : chance() ** 3 * 90 * MINUTE);
      if (chance() < 0.03) {
        isWrong = !isWrong;
        await clock.jump(isWrong ? -HOUR : HOUR);
      }
      const live = tabs.get((await liveRelease(site))?.id ?? '');
      if (live) live.at = Date.now();
      const names = [oneOf(weights) ?? '', ...(chance() < 0.2 ? [oneOf(weights) ?? ''] : [])];
      steps.push(`${step}, ${new Date().toISOString()}: ${names.join(' and ')}`);
      const results = await Promise.all(names.map(run));
      for (const [index, name] of names.entries()) {
        const outcome = [name, results[index]].filter(Boolean).join(' ');
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        steps.push(`  ${outcome}`);
      }
      await check();
      if (names.length > 1 || results[0]) continue;
      if (names[0] === 'takedown') expect(await previews()).toEqual([]);
      if (names[0] === 'edit') {
        const page = await readLivePage(directoryStore(address), 'projects.html');
        expect(page).toContain(items.map(({ title }) => title).join(', '));
      }
    }
    // What is in nobody's use any more goes.
    await clock.jump((KEEP_DAYS + 1) * DAY);
    await prune({ store: site, keepDays: KEEP_DAYS, now: new Date(), log });
    const live = await expectWholeSite(address);
    expect(await listIds(site, 'releases')).toEqual([live.id]);
    const left = (await site.walk('artifacts/')).map(({ key }) => key.split('/').slice(1, 3).join('/'));
    expect(new Set(left)).toEqual(buildsOf(live));
  } catch (error) {
    (error as Error).message = `SEED=${seed}\n${steps.slice(-25).join('\n')}\n${(error as Error).message}`;
    throw error;
  }
  return outcomes;
}

test.each(SEEDS)(`${DAYS} days of the site, by chance of seed %d`, async (seed) => {
  const outcomes = await simulate(seed);
  const killed = Object.keys(outcomes).filter((outcome) => outcome.endsWith('killed'));
  expect(killed.length).toBeGreaterThan(0);
});
