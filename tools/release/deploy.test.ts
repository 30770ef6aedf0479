import '../testing/renderHere';
import { describe, expect, jest, test } from '@jest/globals';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { readRelease } from './readRelease';
import type { Release } from './Release';

const site = useTinySite();

/** Another team's deployment: its build differs each time. */
const deployStudio = (words: string) => site.put(tinyPortfolio(words));

/** Deploys MiCora with a check that notes what it is given, while something else happens. */
async function deployChecked(happens: (count: number, release: Release) => Promise<unknown>) {
  const checked: Release[] = [];
  const check = async (given: Release): Promise<void> => {
    await happens(checked.push(given), given);
  };
  const deployed = site.deploy({ artifacts: [tinyMicora('Two')], check });
  return { checked, release: await deployed.catch((error: unknown) => error as Error) };
}

const live = async () => (await site.live()).id;

test('what is live already is no work', async () => {
  expect(await site.put(tinyMicora())).toEqual(site.first);
  expect(site.lines).toEqual([`Nothing to deploy: release ${site.first.id} has all of it.`]);
  expect(await site.store.list('history/')).toEqual(['1.json']);
});

test('a dry run says what would happen, checks nothing and writes nothing', async () => {
  const keys = async () => (await site.store.walk('')).map(({ key }) => key);
  const [before, check] = [await keys(), jest.fn(() => Promise.resolve())];
  await site.deploy({ artifacts: [tinyMicora('Two')], without: 'studio-remote', dryRun: true, check });
  expect(site.lines).toEqual([
    'Rendering 1 pages, keeping 1',
    expect.stringMatching(/^Would store micora-remote \w+$/),
    'Would write micora.html',
    expect.stringMatching(
      /^Would make a release of micora-remote \w+, shell \w+\. Nothing has been written\.$/,
    ),
  ]);
  expect(check).not.toHaveBeenCalled();
  expect(await keys()).toEqual(before);
});

describe('a release that is checked before it goes live', () => {
  test('is there for the check, whole, while the one before is live', async () => {
    const { checked, release } = await deployChecked(async (_count, given) => {
      expect(await live()).toBe(site.first.id);
      expect(await readRelease(site.store, given.id)).toEqual(given);
    });
    expect(checked).toEqual([release]);
    expect(await site.live()).toEqual(release);
  });

  test('is not live if the check refuses it, and its manifest is gone', async () => {
    const refusal = new Error('The home page is blank.');
    const { checked, release } = await deployChecked(() => Promise.reject(refusal));
    expect(release).toBe(refusal);
    expect(checked).toHaveLength(1);
    expect(await live()).toBe(site.first.id);
    expect(await site.store.list('releases/')).toEqual([`${site.first.id}.json`]);
    // Nothing of it stands in the way of the next one.
    const next = await site.put(tinyMicora('Two'));
    expect(await live()).toBe(next.id);
  });

  test('is not checked again if only data has become live meanwhile, and has that data', async () => {
    let edited: Release | undefined;
    const { checked, release } = await deployChecked(async () => {
      site.items = [{ id: 'abc', title: 'Orchard' }];
      edited = await site.put();
    });
    expect(checked).toHaveLength(1);
    expect(release).toMatchObject({ base: edited?.id });
    expect(release).not.toMatchObject({ id: checked[0]?.id });
    expect(site.lines).toContain('Another deployment was first: starting again from its release.');
    const now = await site.live();
    expect(now).toEqual(release);
    expect(now.pages['projects/abc.html']).toEqual(edited?.pages['projects/abc.html']);
    expect(await site.store.list('releases/')).toHaveLength(3);
  });

  test('is checked again with the builds that have become live meanwhile', async () => {
    let other: Release | undefined;
    const { checked, release } = await deployChecked(async (count) => {
      if (count === 1) other = await deployStudio('Work');
    });
    expect(checked.map(({ apps }) => apps['studio-remote'])).toEqual([
      site.first.apps['studio-remote'],
      other?.apps['studio-remote'],
    ]);
    expect(checked[1]).toEqual(release);
    expect(await site.live()).toEqual(release);
  });

  test('is checked no more if those of before are live again', async () => {
    const { checked, release } = await deployChecked(async (count) => {
      await deployStudio(count === 1 ? 'Work' : 'Project');
    });
    expect(checked).toHaveLength(2);
    expect(release).toMatchObject({ apps: checked[0]?.apps });
    expect(await site.live()).toEqual(release);
  });

  test('is checked with three sets of builds at most: then it is given up, and nothing of it is left', async () => {
    const { checked, release } = await deployChecked((count) => deployStudio(`Work ${count}`));
    expect(release).toEqual(
      new Error('Others deployed during 3 checks in a row. Nothing has changed; try again.'),
    );
    expect(checked).toHaveLength(3);
    expect((await site.live()).apps['micora-remote']).toBe(site.first.apps['micora-remote']);
    // The first, and the three that the other team made live.
    expect(await site.store.list('releases/')).toHaveLength(4);
  });

  test('goes live after its third check if nobody was first', async () => {
    const { checked, release } = await deployChecked(async (count) => {
      if (count < 3) await deployStudio(`Work ${count}`);
    });
    expect(checked).toHaveLength(3);
    expect(await site.live()).toEqual(release);
  });
});

test('a deployment before which others always come is given up, and nothing of it is left', async () => {
  const create = jest.fn(() => Promise.resolve(false));
  await expect(
    site.deploy({ store: { ...site.store, create }, artifacts: [tinyMicora('Two')] }),
  ).rejects.toThrow('Other deployments were first 50 times in a row. Nothing has changed; try again.');
  expect(create).toHaveBeenCalledTimes(50);
  expect(await live()).toBe(site.first.id);
  expect(await site.store.list('releases/')).toEqual([`${site.first.id}.json`]);
});

test.each(['index.html', 'robots.txt', 'favicon.ico', 'projects/abc.html'])(
  'what the store has lost of the live release, such as %s, is made again by the next deployment',
  async (file) => {
    const { content = site.first.files[file], data } = site.first.pages[file] ?? {};
    const lost = [`pages/${content}`, ...(data ? [`data/${data}.json`] : [])];
    for (const key of lost) await site.store.remove(key);
    await expect(site.live()).rejects.toThrow(`pages/${content} is missing`);
    await site.put(tinyMicora('Two'));
    expect(site.lines).toContain('Prune was removing something of it meanwhile: starting again.');
    await site.live();
    for (const key of lost) expect(await site.store.read(key)).toBeDefined();
  },
);
