import { afterEach, expect, jest, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FieldReport } from '@site/shared/field';
import { describeDeployment, type Release } from '../release/Release';
import { memoryStore } from '../testing/memoryStore';
import { storeRelease } from '../testing/storedRelease';
import { tinyMicora } from '../testing/tinySite';
import type { FieldFile } from './FieldFile';
import { openField, type Field } from './openField';
import { readFigures } from './readFigures';

const STUDIO = 'studio-remote/0123456789abcdef';
const OLDER = 'studio-remote/fedcba9876543210';
const MICORA = 'micora-remote/0123456789abcdef';

let now = new Date('2026-11-29T10:00:00Z');
const opened: Field[] = [];

afterEach(async () => {
  for (const field of opened.splice(0)) await field.close();
  now = new Date('2026-11-29T10:00:00Z');
});

async function open(store = memoryStore(), process = 'a:1', log: (line: string) => void = console.error) {
  const field = await openField(store, { process, log, every: 1e8, now: () => now });
  opened.push(field);
  return field;
}

/** Returns a release whose log contains an earlier build, and whose remote MiCora may not report. */
async function someRelease(): Promise<Release> {
  const release = await storeRelease(memoryStore(), '20261121T101500123Z-1a2b3c4d', {
    'index.html': 'home',
    'projects.html': 'projects',
  });
  const more = { shared: {}, router: [], tokens: [], usedTokens: {} };
  const version = '0123456789abcdef';
  const { remote } = tinyMicora().description;
  release.builds['studio-remote'] = { version, ...more };
  release.builds['micora-remote'] = {
    version,
    ...(remote && { remote: { name: remote.name, mount: '/micora', paths: [], forms: [] } }),
    ...more,
  };
  const entry = describeDeployment(release, { number: 1, who: 'Ada', what: 'deploy' });
  release.log = [{ ...entry, apps: { 'studio-remote': 'fedcba9876543210' } }];
  return release;
}

const report = (more: Partial<FieldReport> = {}): FieldReport => ({
  builds: [STUDIO],
  route: '/',
  how: 'navigate',
  errors: [],
  failures: {},
  ...more,
});

test('reports are counted for builds of the live release and its log, and for no others', async () => {
  const store = memoryStore();
  const field = await open(store);
  const release = await someRelease();
  const invented = 'studio-remote/1111111111111111';
  for (const builds of [[STUDIO], [OLDER], [invented], [STUDIO, invented], [MICORA], [STUDIO, MICORA]])
    field.take(report({ builds }), 'n', release);
  field.take(report({ route: '/invented' }), 'n', release);
  await field.close();
  const figures = await readFigures(store);
  expect([...figures].map(([build, { loads }]) => [build, loads])).toEqual([
    [STUDIO, 2],
    [OLDER, 1],
  ]);
  expect(figures.get(STUDIO)?.routes).toEqual({ '/': 1 });
});

test('10,000 reports from one network count as 60 loads, and as 60 more an hour later', async () => {
  const store = memoryStore();
  const field = await open(store);
  const release = await someRelease();
  for (let index = 0; index < 10_000; index += 1) field.take(report({ lcp: index }), 'n', release);
  field.take(report(), 'other', release);
  now = new Date('2026-11-29T11:00:00Z');
  for (let index = 0; index < 100; index += 1) field.take(report(), 'n', release);
  await field.close();
  expect((await readFigures(store)).get(STUDIO)?.loads).toBe(121);
});

test('whatever 100,000 reports contain, they take less than 5 MB of memory and 300 KB of storage a day', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const memory = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const store = memoryStore();
  const field = await open(store);
  const release = await someRelease();
  const logged = Array.from({ length: 100 }, (_, index) => index.toString(16).padStart(16, '0'));
  release.log = logged.map((version, number) => {
    const entry = describeDeployment(release, { number: number + 1, who: 'Ada', what: 'deploy' });
    return { ...entry, apps: { 'studio-remote': version } };
  });
  const before = memory();
  for (let index = 0; index < 100_000; index += 1) {
    const build = `studio-remote/${logged[index % 100]}`;
    const script = `${build}/${'a'.repeat(150)}.js`;
    const value = 1.01 ** (index % 3000);
    field.take(
      report({
        ...{ builds: [build], lcp: value, inp: value, cls: value, route: ['/', '/projects'][index % 2] },
        errors: Array.from({ length: 5 }, (_, next) => ['A'.repeat(40), script, index + 1, next + 1]),
      }),
      `network ${index % 30_000}`,
      release,
    );
  }
  const grown = memory() - before;
  await field.close();
  const bytes = (await store.list('2026-11-29/', { deep: true })).map((file) => file.bytes);
  expect(bytes).toHaveLength(1);
  expect(bytes[0]).toBeGreaterThan(50_000);
  expect(bytes[0]).toBeLessThan(300_000);
  expect(grown).toBeLessThan(5_000_000);
}, 60_000);

test('a process continues its own figures after a restart, and those of two processes are added up', async () => {
  const store = memoryStore();
  const release = await someRelease();
  for (const name of ['host:1', 'host:1', 'host:2']) {
    const field = await open(store, name);
    field.take(report({ errors: [['TypeError', `${STUDIO}/HomePage.js`, 1, 2]] }), 'n', release);
    await field.close();
  }
  expect((await store.list('2026-11-29/')).sort()).toEqual(['host_1.json', 'host_2.json']);
  const figures = (await readFigures(store)).get(STUDIO);
  expect(figures).toMatchObject({ loads: 3, failing: 3 });
  expect(figures?.errors).toEqual([
    { name: 'TypeError', script: 'HomePage.js', line: 1, column: 2, loads: 3, route: '/' },
  ]);
});

test('a new day has a file of its own, and days older than 30 days are removed', async () => {
  const store = memoryStore();
  const release = await someRelease();
  await store.write('2026-10-31/a.json', '{}');
  await store.write('2026-11-01/a.json', '{}');
  const field = await open(store);
  field.take(report(), 'n', release);
  now = new Date('2026-11-30T00:00:01Z');
  await field.close();
  expect((await store.list('')).sort()).toEqual(['2026-11-01', '2026-11-29', 'field.html']);
  const next = await open(store);
  next.take(report(), 'n', release);
  await next.close();
  expect((await store.list('')).sort()).toEqual(['2026-11-01', '2026-11-29', '2026-11-30', 'field.html']);
});

test('a new kind of error replaces the rarest one', async () => {
  const store = memoryStore();
  const field = await open(store);
  const release = await someRelease();
  const fail = (line: number) =>
    field.take(report({ errors: [['Error', `${STUDIO}/a.js`, line, 1]] }), String(line), release);
  for (const line of [7, 7, ...Array.from({ length: 100 }, (_, index) => index + 100), 9, 9]) fail(line);
  await field.close();
  const { errors = [] } = (await readFigures(store)).get(STUDIO) ?? {};
  expect(errors).toHaveLength(20);
  const loads = new Map(errors.map(({ line, loads }) => [line, loads]));
  expect([loads.get(7), loads.get(9)]).toEqual([2, 2]);
});

test('a store that cannot be written is logged once, and its figures are written later', async () => {
  const store = memoryStore();
  let isBroken = false;
  const log = jest.fn<(line: string) => void>();
  const broken = {
    ...store,
    write: (key: string, content: Buffer | string) =>
      isBroken ? Promise.reject(new Error('The disk is full.')) : store.write(key, content),
  };
  const field = await openField(broken, { process: 'a', log, every: 20, now: () => now });
  opened.push(field);
  isBroken = true;
  field.take(report(), 'n', await someRelease());
  await new Promise((done) => setTimeout(done, 200));
  expect(log.mock.calls).toEqual([['The figures cannot be written now (trying again): The disk is full.']]);
  isBroken = false;
  await field.close();
  expect((await readFigures(store)).get(STUDIO)?.loads).toBe(1);
});

test('a damaged file is treated as missing', async () => {
  const store = memoryStore();
  await store.write('2026-11-29/a.json', '{"studio-remote/0123456789abcdef":{"loads":-1}}');
  await store.write('2026-11-29/b.json', '{"__proto__":{}}');
  const field = await open(store, 'a');
  field.take(report(), 'n', await someRelease());
  await field.close();
  const written = JSON.parse(String(await store.read('2026-11-29/a.json'))) as FieldFile;
  expect(written[STUDIO]?.loads).toBe(1);
  expect((await readFigures(store)).get(STUDIO)?.loads).toBe(1);
});
