import '../testing/renderHere';
import { describe, expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { readHistory } from './readHistory';
import type { Release } from './Release';

const site = useTinySite();
const studioOf = ({ apps }: Release) => apps['studio-remote'];

describe('rollback', () => {
  test('each rollback goes one build further back, until no earlier build is left', async () => {
    const second = await site.put(tinyPortfolio('Two'));
    const third = await site.put(tinyPortfolio('Three'));
    const { at, who } = (await readHistory(site.store))[1] ?? {};
    expect((await site.back()).apps).toEqual(second.apps);
    expect(site.lines).toContain(
      `studio-remote: from ${studioOf(third)} back to ${studioOf(second)}, made live at ${at} by ${who}`,
    );
    expect((await site.back()).apps).toEqual(site.first.apps);
    await expect(site.back()).rejects.toThrow(
      `No version of studio-remote was live before ${studioOf(site.first)}: name the version to go back to.`,
    );
    expect((await site.live()).apps).toEqual(site.first.apps);
    expect((await readHistory(site.store)).map(({ what }) => what)).toEqual([
      `rollback studio-remote ${studioOf(site.first)}`,
      `rollback studio-remote ${studioOf(second)}`,
      'deploy studio-remote',
      'deploy studio-remote',
      'deploy shell studio-remote micora-remote',
    ]);
  });

  test('a rollback restores an app that was removed from the site', async () => {
    await site.deploy({ without: 'micora-remote' });
    await site.put(tinyMicora('Two'));
    expect((await site.back('micora-remote')).apps).toEqual(site.first.apps);
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
    await site.back('studio-remote', studioOf(site.first)?.slice(0, 6));
    expect(studioOf(await site.live())).toBe(studioOf(site.first));
    await site.back('studio-remote', studioOf(third));
    expect(studioOf(await site.live())).toBe(studioOf(third));
  });

  test('a rollback keeps the build’s origin', async () => {
    const origin = { commit: 'a'.repeat(40), builtAt: '2026-11-21T10:00:00.000Z', node: 'v24' };
    await site.put({ ...tinyPortfolio('Two'), origin });
    await site.put(tinyPortfolio('Three'));
    const { builds } = await site.back();
    expect(builds?.['studio-remote']).toEqual(origin);
  });

  test('an app that is not live cannot be rolled back', async () => {
    await expect(site.deploy({ store: memoryStore(), back: { app: 'shell' } })).rejects.toThrow(
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
    await site.store.write(`artifacts/studio-remote/${studioOf(site.first)}x/artifact.json`, '');
    await expect(site.back('studio-remote', studioOf(site.first))).rejects.toThrow(
      /^2 versions of studio-remote begin with/,
    );
    expect(await readHistory(site.store)).toHaveLength(1);
  });

  test('a build that prune has removed is refused', async () => {
    await site.put(tinyPortfolio('Two'));
    for (const { key } of await site.store.walk(`artifacts/studio-remote/${studioOf(site.first)}`))
      await site.store.remove(key);
    await expect(site.back()).rejects.toThrow(
      /^Prune has removed studio-remote \w+, made live at .*\. Name another version/,
    );
    expect(await readHistory(site.store)).toHaveLength(2);
  });
});
