import '../testing/renderHere';
import { describe, expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { steppedStore } from '../testing/steppedStore';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { rollback } from './deploy';
import { liveRelease } from './readReleases';
import { listVersions, type Release } from './Release';

const site = useTinySite();
const getStudio = ({ builds }: Release) => builds['studio-remote']?.version;
const readLog = async () => (await liveRelease(site.store))?.log ?? [];

describe('rollback', () => {
  test('each rollback goes one build further back, until no earlier build is left', async () => {
    const second = await site.put(tinyPortfolio('Two'));
    const third = await site.put(tinyPortfolio('Three'));
    const { at, who } = (await readLog())[1] ?? {};
    expect(listVersions(await site.back())).toEqual(listVersions(second));
    expect(site.lines).toContain(
      `studio-remote: from ${getStudio(third)} back to ${getStudio(second)}, made live at ${at} by ${who}`,
    );
    expect(listVersions(await site.back())).toEqual(listVersions(site.first));
    await expect(site.back()).rejects.toThrow(
      `No version of studio-remote was live before ${getStudio(site.first)}: name the version to go back to.`,
    );
    expect(listVersions(await site.live())).toEqual(listVersions(site.first));
    expect((await readLog()).map(({ what }) => what)).toEqual([
      `rollback studio-remote ${getStudio(site.first)}`,
      `rollback studio-remote ${getStudio(second)}`,
      'deploy studio-remote',
      'deploy studio-remote',
      'deploy shell studio-remote micora-remote',
    ]);
  });

  test('a rollback restores an app that was removed from the site', async () => {
    await site.deploy({ change: { kind: 'remove', app: 'micora-remote', builds: [] } });
    await site.put(tinyMicora('Two'));
    expect(listVersions(await site.back('micora-remote'))).toEqual(listVersions(site.first));
  });

  test('a rollback reuses pages of the newest release that has the older build and the live shell', async () => {
    await site.put(tinyShell('Another'));
    await site.put(tinyPortfolio('Two'));
    await site.back('shell');
    const newest = await site.put(tinyMicora('Two'));
    site.lines = [];
    await site.back();
    expect(site.lines.join()).not.toContain('Rendering');
    expect((await site.live()).pages).toEqual({
      ...site.first.pages,
      'micora.html': newest.pages['micora.html'],
    });
  });

  test('a build is found by the first characters of its version', async () => {
    await site.put(tinyPortfolio('Two'));
    const third = await site.put(tinyPortfolio('Three'));
    await site.back('studio-remote', getStudio(site.first)?.slice(0, 6));
    expect(getStudio(await site.live())).toBe(getStudio(site.first));
    await site.back('studio-remote', getStudio(third));
    expect(getStudio(await site.live())).toBe(getStudio(third));
  });

  test('a rollback keeps the build’s origin', async () => {
    const origin = { commit: 'a'.repeat(40), builtAt: '2026-11-21T10:00:00.000Z', node: 'v24' };
    await site.put({ ...tinyPortfolio('Two'), origin });
    await site.put(tinyPortfolio('Three'));
    const { builds } = await site.back();
    expect(builds['studio-remote']?.source).toEqual(origin);
  });

  test('an app that is not live cannot be rolled back', async () => {
    await expect(rollback({ store: memoryStore(), app: 'shell', log: site.log })).rejects.toThrow(
      'shell is not live: there is nothing to roll back.',
    );
    await expect(site.back('nobody')).rejects.toThrow('nobody is not live');
  });

  test('an unknown, missing or ambiguous version is refused', async () => {
    await expect(site.back('studio-remote', 'zz')).rejects.toThrow(
      'The store has no version of studio-remote zz. List them: npm run deploy -- releases.',
    );
    await expect(site.back('studio-remote', '')).rejects.toThrow(
      'No version of studio-remote was live before',
    );
    await site.store.write(`builds/studio-remote/${getStudio(site.first)}x/build.json`, '');
    await expect(site.back('studio-remote', getStudio(site.first))).rejects.toThrow(
      /^2 versions of studio-remote begin with/,
    );
    expect(await readLog()).toHaveLength(1);
  });

  test('two rollbacks at once go back by one build, and the second one is refused', async () => {
    const second = await site.put(tinyPortfolio('Two'));
    await site.put(tinyPortfolio('Three'));
    const results = await Promise.allSettled([site.back(), site.back()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = results.filter((result) => result.status === 'rejected');
    expect(String(refused?.reason)).toMatch(/went live during the rollback from \w+, so nothing has changed/);
    expect(getStudio(await site.live())).toBe(getStudio(second));
  });

  test('a fix that goes live during a rollback stays live', async () => {
    await site.put(tinyPortfolio('Two'));
    let fix: Release | undefined;
    const store = steppedStore(site.store, async (step) => {
      if (step === 'create releases/') fix ??= await site.put(tinyPortfolio('Fixed'));
    });
    await expect(rollback({ store, app: 'studio-remote', log: site.log })).rejects.toThrow(
      /^studio-remote \w+ went live during the rollback from \w+, so nothing has changed\./,
    );
    expect(await site.live()).toEqual(fix);
  });

  test('a rollback takes over the answers that its build had read', async () => {
    const read = ({ answers }: Release) =>
      Object.entries(answers).flatMap(([address, { by }]) => (by.includes('studio-remote') ? [address] : []));
    await site.put(tinyStudio());
    expect(read(await site.live())).toEqual([]);
    expect(read(await site.back())).toEqual(read(site.first));
    expect(read(site.first)).not.toEqual([]);
  });

  test('a build that prune has removed is refused', async () => {
    await site.put(tinyPortfolio('Two'));
    for (const { key } of await site.store.list(`builds/studio-remote/${getStudio(site.first)}`, {
      deep: true,
    }))
      await site.store.remove(key);
    await expect(site.back()).rejects.toThrow(
      /^Prune has removed studio-remote \w+, made live at .*\. Name another version/,
    );
    expect(await readLog()).toHaveLength(2);
  });
});
