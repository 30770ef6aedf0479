import '../testing/renderHere';
import { expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@site/backend/testing/until';
import { failingServer } from '../testing/failingServer';
import { simulatedClock } from '../testing/simulatedClock';
import { steppedStore } from '../testing/steppedStore';
import { tinyCareers, tinyPortfolio } from '../testing/tinyPortfolio';
import { useWatchedSite } from '../testing/useWatchedSite';
import { HEARTBEAT, readHeartbeat } from './heartbeat';
import { listNumbers, liveRelease, readNumber } from './readReleases';
import { openBell } from './watch';

jest.setTimeout(120_000);

const { site, startBackend, backend, projects, add, cleanUp, releases, startWatch, settled, rounds, shows } =
  useWatchedSite();

const isFresh = async () => readHeartbeat(await site.store.read(HEARTBEAT)).isFresh;
const spoil = (key: string) => site.store.write(key, 'altered');

// Edits in the dashboard, including drafts and pictures, are tested in `tests/heavy/dashboard.spec.ts`.

test('changes during a round start exactly one more round', async () => {
  const gate = new AbortController();
  let state: 'open' | 'closed' | 'held' = 'open';
  const held = steppedStore(site.store, async (step) => {
    if (step !== 'create releases/' || state === 'open') return;
    state = 'held';
    await once(gate.signal, 'abort');
    state = 'open';
  });
  startWatch({ store: held });
  await settled();
  const { id } = await add('Harbour');
  await shows('Harbour');
  // Only the bell can have announced the edit this soon, so the watcher is now listening.
  const before = await releases();
  state = 'closed';
  await projects().update(id, { title: 'Edit 0.' });
  await until('the first edit is about to be live', () => state === 'held');
  for (let edit = 1; edit <= 20; edit += 1) await projects().update(id, { title: `Edit ${edit}.` });
  gate.abort();
  await shows('Edit 20.');
  expect(await releases()).toBe(before + 2);
  // The watcher logs a release shortly after the release goes live, so wait for the last log line.
  const named = () => site.lines.filter((line) => line.startsWith('Release')).length;
  await until('each release has been named', async () => named() === (await releases()) - 2);
});

test('an app without its collection keeps its data while the others are updated', async () => {
  const jobs = () => backend().operator.collection('careers');
  const openJobs = () =>
    backend().operator.collections.create({
      name: 'careers',
      type: 'base',
      listRule: '',
      fields: [{ name: 'title', type: 'text' }],
    });
  const missing = 'There is no collection `careers`: run its migration first.';
  await expect(site.put(tinyCareers())).rejects.toThrow(missing);
  await openJobs();
  cleanUp(() => backend().operator.collections.delete('careers'));
  await jobs().create({ title: 'Designer' });
  await site.put(tinyCareers());
  startWatch({ interval: 30 });
  await settled();

  await backend().operator.collections.delete('careers');
  await add('Harbour');
  await shows('Harbour');
  await until('it is logged', () => site.lines.some((line) => line.includes(missing)));
  expect((await site.live()).unread).toEqual(['careers-remote']);
  expect(await site.page('careers.html')).toContain('Job: Designer');
  await rounds(1);
  const before = await releases();
  await rounds(2);
  expect(await releases()).toBe(before);
  await add('Quay');
  await shows('Quay');
  expect(site.lines.filter((line) => line.includes(missing))).toHaveLength(1);

  await openJobs();
  await jobs().create({ title: 'Engineer' });
  await shows('Job: Engineer', 'careers.html');
  expect(await site.live()).not.toHaveProperty('unread');
});

test('a site of one project keeps its page while the backend is empty, such as during a restore', async () => {
  const { id } = await add('Harbour');
  startWatch({ interval: 30 });
  await shows('Harbour');
  await projects().delete(id);
  await until('it is logged', () => site.lines.some((line) => line.includes('no longer has 1 of the 1')));
  await projects().create({ id, title: 'Harbour, restored' });
  await shows('Harbour, restored');
  const numbers = await listNumbers(site.store);
  for (const number of numbers.slice(0, -2)) {
    const { pages } = (await readNumber(site.store, number)) ?? site.first;
    expect(Object.keys(pages)).toContain(`projects/${id}.html`);
  }
});

test('a read without an answer does not hold up other apps', async () => {
  let isSilent = false;
  site.backendUrl = await failingServer((request, response) => {
    void (async () => {
      if (!request.url?.includes('/careers/')) {
        const answer = await fetch(backend().url + (request.url ?? ''));
        response.writeHead(answer.status).end(await answer.text());
      } else if (isSilent) request.socket.destroy();
      else response.end('{"items":[{"title":"Designer"}]}');
    })();
  });
  await site.put(tinyCareers());
  startWatch({ interval: 100 });
  await settled();
  isSilent = true;
  await add('Harbour');
  await shows('Harbour');
  expect((await site.live()).unread).toEqual(['careers-remote']);
  isSilent = false;
  await until('it is read again', async () => !(await site.live()).unread);
});

test('after a rollback, the older build shows the current data', async () => {
  const { id } = await add('Old');
  await site.put(tinyPortfolio('Work'));
  const old = await releases();
  await projects().update(id, { title: 'Today' });
  await site.back();
  expect(await site.page('projects.html')).toContain('Project: Old');
  startWatch({ interval: 1000 });
  await shows('Project: Today');
  await site.restore(old);
  await shows('Work: Today');
});

test('changes during and after a restart of the backend are published', async () => {
  startWatch();
  await settled();
  const { id } = await add('Before');
  await shows('Before');
  const port = Number(new URL(backend().url).port);
  await backend().stop();
  await pause(1000);
  await startBackend(port);
  await projects().update(id, { title: 'Meanwhile' });
  await shows('Meanwhile');
  // The client may take two seconds to reconnect.
  await pause(2500);
  await projects().update(id, { title: 'Afterwards' });
  await shows('Afterwards');
});

test('a store failure is logged once, and afterwards a heartbeat is written once a minute', async () => {
  let isDown = true;
  const beats: string[] = [];
  const failing = steppedStore(site.store, (step, key) => {
    if (step === 'write heartbeat') beats.push(key);
    return isDown ? Promise.reject(new Error('The store is unavailable.')) : Promise.resolve();
  });
  startWatch({ store: failing, interval: 200 });
  const failure = 'The pages cannot be kept up to date (trying again): The store is unavailable.';
  await until('it has failed', () => site.lines.includes(failure));
  await add('Harbour');
  await rounds(1);
  expect(site.lines).toEqual([failure]);
  expect(await isFresh()).toBe(false);
  isDown = false;
  await shows('Harbour');
  await until('the recovery is logged', () => site.lines.includes('The pages are up to date again.'));
  await rounds(3);
  expect(beats).toHaveLength(1);
  expect(await isFresh()).toBe(true);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  cleanUp(() => clock.mockRestore());
  await until('another heartbeat is written', () => beats.length === 2);
});

test('missing files are restored each hour, and altered files once a day', async () => {
  const clock = simulatedClock();
  const page = async () => {
    const live = await liveRelease(site.store);
    return `pages/${live?.pages['index.html']?.content}`;
  };
  const isIntact = () =>
    site.live().then(
      () => true,
      () => false,
    );
  await site.store.remove(`${await page()}.br`);
  startWatch({ interval: 50 });
  await until('the page is restored at the start', isIntact);
  await settled();
  for (const lose of [async () => site.store.remove(await page()), async () => spoil(await page())]) {
    await lose();
    await rounds(2);
    expect(await isIntact()).toBe(false);
    // The first check for altered files is due one hour after the start, and each further check 24 hours after the previous
    // one.
    await clock.pass(3_600_000);
    await until('the page is restored', isIntact);
    await clock.pass(23 * 3_600_000);
    await rounds(2);
  }
});

test('damage to a build is reported in the heartbeat until the build is restored', async () => {
  const clock = simulatedClock();
  startWatch({ interval: 50 });
  await settled();
  const hasDamage = async () => readHeartbeat(await site.store.read(HEARTBEAT)).hasDamage;
  expect(await hasDamage()).toBe(false);
  const live = await site.live();
  const key = `assets/studio-remote/${live.builds['studio-remote']?.version}/routes.js`;
  await spoil(key);
  await clock.pass(3_600_000);
  await until('the damage is reported', hasDamage);
  expect(site.lines.join()).toContain(`${key} has been altered. Restore the build from its commit: `);
  expect((await liveRelease(site.store))?.pages).toEqual(live.pages);
  await site.put(tinyPortfolio());
  await clock.pass(3_600_000);
  await until('no damage is reported', async () => !(await hasDamage()));
  await site.live();
});

test('a watcher that is stopped also stops its prune', async () => {
  const clock = simulatedClock();
  for (const title of ['One', 'Two', 'Three']) {
    await projects().create({ title });
    await site.put();
  }
  // Make all releases so far, and their pages, old enough for prune to remove. Prune removes the releases before the pages,
  // so no page is removed if prune stops early.
  await clock.pass(25 * 3_600_000);
  await projects().create({ title: 'Four' });
  await site.put();
  const removed: string[] = [];
  const slow = steppedStore(site.store, async (step, key) => {
    if (!step.startsWith('remove')) return;
    removed.push(key);
    await pause(300);
  });
  const stop = startWatch({ store: slow });
  await until('it removes something', () => removed.length > 0);
  await stop();
  const { length } = removed;
  await pause(1000);
  expect(removed).toHaveLength(length);
  expect(removed.join()).not.toContain('pages/');
});

test('a watcher stops within seconds even if the backend does not answer', async () => {
  const stop = startWatch({ backendUrl: await failingServer(() => undefined) });
  await pause(1000);
  const begun = Date.now();
  await stop();
  expect(Date.now() - begun).toBeLessThan(4000);
});

test('a backend without realtime is logged once and retried, and does not prolong waits', async () => {
  const stopping = new AbortController();
  cleanUp(() => stopping.abort());
  let asked = 0;
  const backendUrl = await failingServer((_request, response) => {
    asked += 1;
    response.writeHead(500).end();
  });
  const waitForChange = openBell(backendUrl, stopping.signal, site.log);
  await until('the backend has got three requests', async () => {
    await waitForChange(10);
    return asked >= 3;
  });
  expect(site.lines).toEqual([expect.stringContaining('ClientResponseError')]);
});

test('a wait ends at once when the watcher is stopped, and no more requests are sent', async () => {
  const stopping = new AbortController();
  let asked = 0;
  const backendUrl = await failingServer(() => void (asked += 1));
  const waitForChange = openBell(backendUrl, stopping.signal, site.log);
  const waiting = waitForChange(2 ** 31 - 1);
  await until('the backend has got a request', () => asked > 0);
  stopping.abort();
  await waiting;
  await waitForChange(0);
  expect(asked).toBe(1);
  expect(site.lines).toEqual([]);
});
