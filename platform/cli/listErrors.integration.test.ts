import '../testing/renderHere';
import { describe, expect, jest, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { noFigures, type BuildFigures, type FieldFile } from '../field/FieldFile';
import { listVersions, type Release } from '../release/Release';
import { mapsKey } from '../store/readBuild';
import { memoryStore } from '../testing/memoryStore';
import { tinyMicora, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { listErrors } from './listErrors';
import { addFigures, formatReleases, listReleases } from './listReleases';
import { waitForErrors } from './waitForErrors';

jest.setTimeout(60_000);

const site = useTinySite();
const APP = 'studio-remote';
const getVersion = (release: Release, app = APP) => listVersions(release)[app] ?? '';

/** A source map that maps the first position of the script to the second line of `src/Home.tsx`. */
const MAPS = { 'Page1.js': { version: 3, sources: ['src/Home.tsx'], names: [], mappings: 'AACA' } };

const error = (name: string, loads: number) => ({
  name,
  script: 'Page1.js',
  line: 1,
  column: 1,
  loads,
  route: '/',
});

/** Creates a store with field data of the given builds for today. */
async function place(file: Record<string, Partial<BuildFigures>>) {
  const field = memoryStore();
  const figures: FieldFile = {};
  for (const [build, more] of Object.entries(file)) figures[build] = { ...noFigures(), ...more };
  await field.write(`${new Date().toISOString().slice(0, 10)}/a.json`, JSON.stringify(figures));
  return field;
}

const storeMaps = (version: string) =>
  site.store.write(mapsKey(`${APP}/${version}`), gzipSync(JSON.stringify(MAPS)));

describe('releases', () => {
  test('shows the figures of each build next to those of the previous build', async () => {
    const second = await site.put(tinyStudio('Home two'));
    const before = getVersion(site.first);
    const version = getVersion(second);
    const field = await place({
      [`${APP}/${before}`]: { loads: 200, failing: 1, lcp: { 70: 200 }, cls: { 0: 200 } },
      [`${APP}/${version}`]: { loads: 99 },
    });
    const listed = await listReleases(site.store);
    await addFigures(listed, site.store, field);
    const lines = formatReleases(listed).map((line) => line.trim());
    const of = (one: string) => `${APP} ${one.slice(0, 4)}`;
    const figures = '200 loads, errors in 5.0 of 1000, LCP 790 ms, INP unknown, CLS 0.000';
    expect(lines[1]).toBe(`${of(version)}: 99 loads, too few; before, ${before.slice(0, 4)}: ${figures}`);
    expect(lines).toContain(`${of(before)}: ${figures}`);
  });

  test('shows no figures if nothing is collected', async () => {
    const listed = await listReleases(site.store);
    await addFigures(listed, site.store, memoryStore());
    expect(formatReleases(listed)).toHaveLength(1);
  });

  test('lists the errors of an app with their lines in the sources, the newest build first', async () => {
    const before = getVersion(site.first);
    const second = await site.put(tinyStudio('Home two'));
    await storeMaps(getVersion(second));
    const field = await place({
      [`${APP}/${before}`]: { loads: 3, errors: [error('Error', 2)] },
      [`${APP}/${getVersion(second)}`]: {
        loads: 20,
        errors: [error('Error', 1), error('TypeError', 12)],
        failures: { entry: 2 },
      },
    });
    expect(await listErrors(site.store, field, APP)).toEqual([
      `${APP} ${getVersion(second)}: 20 loads`,
      `        12 loads  TypeError at ${APP}/src/Home.tsx:2, first on /`,
      `          1 load  Error at ${APP}/src/Home.tsx:2, first on /`,
      '         2 times  failed: entry',
      `${APP} ${before}: 3 loads`,
      '         2 loads  Error at Page1.js:1:1 (no source map), first on /',
    ]);
  });

  test('tells the team of an app whose pages report nothing, and refuses an app that has no build', async () => {
    const build = tinyMicora('silent', [], false);
    await site.put(build);
    const field = await place({ [`${APP}/${getVersion(site.first)}`]: { loads: 1 } });
    const silence = 'micora-remote: nothing is collected from /micora';
    expect(await listErrors(site.store, field, 'micora-remote')).toEqual([silence]);
    const listed = await listReleases(site.store);
    await addFigures(listed, site.store, field);
    expect(formatReleases(listed).map((line) => line.trim())).toContain(silence);
    await expect(listErrors(site.store, field, 'blog-remote')).rejects.toThrow(
      'blog-remote has no build in the log.',
    );
  });
});

describe('deploy --wait-for-errors', () => {
  const wait = { limit: 200, every: 20 };

  async function logged(release: Release, field: Awaited<ReturnType<typeof place>>): Promise<string[]> {
    const lines: string[] = [];
    await waitForErrors({
      store: site.store,
      field,
      release,
      apps: [APP],
      log: (line) => lines.push(line),
      wait,
    });
    return lines;
  }

  test('reports an error that the previous build did not have, with the command that undoes the deployment', async () => {
    const second = await site.put(tinyStudio('Home two'));
    for (const one of [site.first, second]) await storeMaps(getVersion(one));
    const field = await place({
      [`${APP}/${getVersion(site.first)}`]: { loads: 3, errors: [error('Error', 2)] },
      [`${APP}/${getVersion(second)}`]: { loads: 20, errors: [error('Error', 5), error('TypeError', 12)] },
    });
    expect(await logged(second, field)).toEqual([
      `Waiting 0.2 s for errors of ${APP} ...`,
      `New error in ${APP} ${getVersion(second).slice(0, 4)}, 12 loads, absent before: TypeError at ${APP}/src/Home.tsx:2. Undo it: npm run deploy -- rollback ${APP}`,
    ]);
  });

  test('reports after the time limit that there was no new error', async () => {
    const second = await site.put(tinyStudio('Home two'));
    const field = await place({ [`${APP}/${getVersion(second)}`]: { loads: 20 } });
    expect((await logged(second, field)).slice(1)).toEqual([
      `No new error in ${APP} ${getVersion(second).slice(0, 4)}, 20 loads.`,
    ]);
  });
});
