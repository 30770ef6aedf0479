import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { sharedSite } from '../testing/sharedSite';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { serveItems, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { deploy, type DeployOptions } from './deploy';
import { liveRelease } from './liveRelease';
import { readRelease, releaseKey } from './readRelease';
import type { Release } from './Release';

let directory: string;
let store: Store;
let lines: string[];
let items: Item[];
let backendUrl: string;

/** The site with all three apps live. */
const beginWithAll = sharedSite(async (shared) => {
  const artifacts = [await tinyShell(), await tinyPortfolio(), await tinyMicora()];
  return deploy({ store: shared, artifacts, backendUrl, log: () => undefined });
});

let first: Release;

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  lines = [];
  items = [{ id: 'abc', title: 'Harbour' }];
  backendUrl = await serveItems(() => items);
  first = await beginWithAll(store);
});

const put = (options: Partial<DeployOptions>) =>
  deploy({ store, log: (line) => lines.push(line), ...options });

/** Another team's deployment: its build differs each time. */
const deployStudio = async (words: string) => put({ artifacts: [await tinyPortfolio(words)], backendUrl });

/** An edit that another process publishes. */
async function edit(title: string): Promise<Release> {
  items = [{ id: 'abc', title }];
  return put({ backendUrl });
}

/** A check that notes what it is given, while something else happens. */
function checking(happens: (count: number) => Promise<unknown> = () => Promise.resolve()) {
  const checked: Release[] = [];
  const check = jest.fn(async (release: Release): Promise<void> => {
    await happens(checked.push(release));
  });
  return { check, checked };
}

const live = async () => (await liveRelease(store))?.id;

describe('a release that is checked before it goes live', () => {
  test('is there for the check, whole, while the one before is live', async () => {
    const { check, checked } = checking(async () => expect(await live()).toBe(first.id));
    const { check: read } = checking();
    const release = await put({
      artifacts: [await tinyMicora('Two')],
      check: async (given) => {
        await check(given);
        await read(await readRelease(store, given.id));
      },
    });
    expect(checked).toEqual([release]);
    expect(read).toHaveBeenCalledWith(release);
    expect((await expectWholeSite(directory)).id).toBe(release.id);
  });

  test('is not live if the check refuses it, and its manifest is gone', async () => {
    const refusal = checking(() => Promise.reject(new Error('The home page is blank.')));
    const artifacts = [await tinyMicora('Two')];
    await expect(put({ artifacts, check: refusal.check })).rejects.toThrow(/^The home page is blank\.$/);
    expect(refusal.checked).toHaveLength(1);
    expect(await live()).toBe(first.id);
    expect(await store.read(releaseKey(refusal.checked[0]?.id ?? ''))).toBeUndefined();
    expect(await store.list('releases/')).toEqual([`${first.id}.json`]);
    expect(await store.list('history/')).toEqual(['1.json']);

    // Nothing of it stands in the way of the next one.
    const release = await put({ artifacts, check: checking().check });
    expect((await expectWholeSite(directory)).id).toBe(release.id);
  });

  test('is none if nothing is new, nor of a dry run', async () => {
    const { check } = checking();
    await put({ artifacts: [await tinyMicora()], check });
    await put({ artifacts: [await tinyMicora('Two')], check, dryRun: true });
    expect(check).not.toHaveBeenCalled();
    expect(await live()).toBe(first.id);
  });

  test('is not checked again if only data has become live meanwhile, and has that data', async () => {
    let edited: Release | undefined;
    const { check, checked } = checking(async () => (edited = await edit('Orchard')));
    const release = await put({ artifacts: [await tinyMicora('Two')], check });
    expect(checked).toHaveLength(1);
    expect(release.id).not.toBe(checked[0]?.id);
    expect(release.base).toBe(edited?.id);
    expect(release.pages['projects/abc.html']).toEqual(edited?.pages['projects/abc.html']);
    expect(lines).toContain('Another deployment was first: starting again from its release.');
    expect((await expectWholeSite(directory)).id).toBe(release.id);
    expect(await store.list('releases/')).toHaveLength(3);
  });

  test('is checked again with the builds that have become live meanwhile', async () => {
    let other: Release | undefined;
    const { check, checked } = checking(async (count) => {
      if (count === 1) other = await deployStudio('Work');
    });
    const release = await put({ artifacts: [await tinyMicora('Two')], check });
    expect(checked.map(({ apps }) => apps['studio-remote'])).toEqual([
      first.apps['studio-remote'],
      other?.apps['studio-remote'],
    ]);
    expect(checked[1]).toEqual(release);
    expect((await expectWholeSite(directory)).apps).toEqual(release.apps);
  });

  test('is checked no more if those of before are live again', async () => {
    const { check, checked } = checking(async (count) => {
      if (count === 1) await deployStudio('Work');
      if (count === 2) await deployStudio('Project');
    });
    const release = await put({ artifacts: [await tinyMicora('Two')], check });
    expect(checked).toHaveLength(2);
    expect(release.apps).toEqual(checked[0]?.apps);
    expect((await expectWholeSite(directory)).id).toBe(release.id);
  });

  test('is checked with three sets of builds at most: then it is given up, and nothing of it is left', async () => {
    const { check, checked } = checking((count) => deployStudio(`Work ${count}`));
    await expect(put({ artifacts: [await tinyMicora('Two')], check })).rejects.toThrow(
      'Others deployed during 3 checks in a row. Nothing has changed; try again.',
    );
    expect(checked).toHaveLength(3);
    const now = await expectWholeSite(directory);
    expect(now.apps['micora-remote']).toBe(first.apps['micora-remote']);
    // The first, and the three that the other team made live.
    expect(await store.list('releases/')).toHaveLength(4);
  });

  test('goes live after its third check if nobody was first', async () => {
    const { check, checked } = checking(async (count) => {
      if (count < 3) await deployStudio(`Work ${count}`);
    });
    const release = await put({ artifacts: [await tinyMicora('Two')], check });
    expect(checked).toHaveLength(3);
    expect(await live()).toBe(release.id);
  });
});
