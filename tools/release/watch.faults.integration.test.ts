import { expect, jest, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@site/backend/testing/until';
import { failingServer } from '../testing/failingServer';
import { steppedStore } from '../testing/steppedStore';
import {
  add,
  atEnd,
  projects,
  rounds,
  served,
  settled,
  showsSoon,
  startBackend,
  startWatch,
  useWatch,
  watched,
} from '../testing/useWatch';
import { HEARTBEAT, isBeating } from './heartbeat';

jest.setTimeout(120_000);

useWatch();

test('the store says once a minute that the watcher has succeeded', async () => {
  const written: string[] = [];
  const noting = steppedStore(watched.store, (step, key) => {
    if (step === 'write heartbeat') written.push(key);
    return Promise.resolve();
  });
  startWatch({ interval: 50, store: noting });
  await settled();
  await rounds(3);
  expect(written).toHaveLength(1);
  expect(isBeating(await watched.store.read(HEARTBEAT))).toBe(true);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  atEnd(() => clock.mockRestore());
  await until('it says so again', () => written.length === 2);
});

test('what was changed while the backend was restarted is live soon, and so is what is changed afterwards', async () => {
  startWatch();
  await settled();
  const { id } = await add('Before');
  await showsSoon('Before');
  const port = Number(new URL(watched.backend.url).port);
  await watched.backend.stop();
  await pause(1000);
  await startBackend(port);
  await projects().update(id, { title: 'Meanwhile' });
  // The client tries again after two seconds at most.
  await showsSoon('Meanwhile');
  await pause(2500);
  await projects().update(id, { title: 'Afterwards' });
  await showsSoon('Afterwards');
});

test('a store that fails for a while is told once, and caught up with', async () => {
  let isDown = true;
  const failing = steppedStore(watched.store, () =>
    isDown ? Promise.reject(new Error('The store is away.')) : Promise.resolve(),
  );
  startWatch({ store: failing, interval: 1000 });
  const failure = 'The pages cannot be kept up to date (trying again): The store is away.';
  await until('it has failed', () => watched.lines.includes(failure));
  await add('Harbour');
  // It tries again, and fails again.
  await pause(2500);
  expect(watched.lines).toEqual([failure]);
  expect(isBeating(await watched.store.read(HEARTBEAT))).toBe(false);
  isDown = false;
  await until('it is served', async () => (await served()).includes('Harbour'));
  await until('it says so', () => watched.lines.includes('The pages are up to date again.'));
  expect(isBeating(await watched.store.read(HEARTBEAT))).toBe(true);
});

test('it ends within seconds while a backend keeps it waiting', async () => {
  const stop = startWatch({ backendUrl: await failingServer(() => undefined) });
  await pause(1000);
  const begun = Date.now();
  await stop();
  expect(Date.now() - begun).toBeLessThan(4000);
});
