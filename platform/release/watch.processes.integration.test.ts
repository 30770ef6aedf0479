import { expect, jest, test } from '@jest/globals';
import type * as childProcess from 'node:child_process';
import { until } from '@site/backend/testing/until';
import { simulatedClock } from '../testing/simulatedClock';
import { BAD, tinyPortfolio } from '../testing/tinyPortfolio';
import { useWatchedSite } from '../testing/useWatchedSite';
import { liveRelease } from './readReleases';

jest.setTimeout(120_000);

const { site, projects, add, cleanUp, releases, startWatch, rounds, shows } = useWatchedSite();

test('a round without changes starts no process and makes no release', async () => {
  const started = jest.spyOn(jest.requireActual<typeof childProcess>('node:child_process'), 'fork');
  cleanUp(() => started.mockRestore());
  startWatch({ interval: 100 });
  await add('Harbour');
  await shows('Harbour');
  // The edit and the new connection each start a round. Wait until both rounds have ended.
  await rounds(3);
  const processes = started.mock.calls.length;
  const before = await releases();
  expect(processes).toBeGreaterThan(0);
  await rounds(5);
  expect(started).toHaveBeenCalledTimes(processes);
  expect(await releases()).toBe(before);
});

test('rendering processes are kept between edits, and replaced if they have ended', async () => {
  const started = jest.spyOn(jest.requireActual<typeof childProcess>('node:child_process'), 'fork');
  cleanUp(() => started.mockRestore());
  const stop = startWatch();
  const { id } = await add('Harbour');
  await shows('Harbour');
  const renderers = () => started.mock.results.map(({ value }) => value as childProcess.ChildProcess);
  const before = renderers().length;
  for (const title of ['Quay', 'Pier', 'Dock']) {
    await projects().update(id, { title });
    await shows(title);
  }
  expect(renderers()).toHaveLength(before);
  const running = renderers().filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  // Only the portfolio reads the backend, so only its process is kept.
  expect(running).toHaveLength(1);
  for (const { pid } of running) process.kill(Number(pid), 'SIGKILL');
  await projects().update(id, { title: 'Lock' });
  await shows('Lock');
  const again = renderers().length;
  expect(again).toBeGreaterThan(before);
  await site.put(tinyPortfolio('Work'));
  await projects().update(id, { title: 'Weir' });
  await shows('Work: Weir');
  await stop();
  for (const child of renderers())
    await until('it has ended', () => child.exitCode !== null || child.signalCode !== null);
});

test('a page that is behind is logged once, and retried when its data changes and once an hour', async () => {
  const started = jest.spyOn(jest.requireActual<typeof childProcess>('node:child_process'), 'fork');
  cleanUp(() => started.mockRestore());
  const clock = simulatedClock();
  startWatch({ interval: 100 });
  const { id } = await add(BAD);
  await shows(BAD);
  const warnings = () => site.lines.filter((line) => line.includes('bad record'));
  await until('it is logged', () => warnings().length > 0);
  await rounds(3);
  expect(Object.keys((await site.live()).behind ?? {})).toEqual([`projects/${id}.html`]);
  const processes = started.mock.calls.length;
  const before = await releases();
  await rounds(5);
  expect(started).toHaveBeenCalledTimes(processes);
  expect(await releases()).toBe(before);
  await add('Harbour');
  await shows('Harbour');
  expect(warnings()).toHaveLength(1);
  const [tried] = Object.values((await site.live()).behind ?? {});
  await clock.pass(3_600_000);
  const again = () => liveRelease(site.store).then((live) => Object.values(live?.behind ?? {})[0]);
  await until('it is tried again', async () => (await again())?.tried !== tried?.tried);
  await projects().update(id, { title: 'Good' });
  await shows('Project Good', `projects/${id}.html`);
  expect(await site.live()).not.toHaveProperty('behind');
});
