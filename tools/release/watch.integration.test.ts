import { expect, jest, test } from '@jest/globals';
import type * as childProcess from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { until } from '@site/backend/testing/until';
import { copyUrl } from '@site/shared/api/pictureCopy';
import { listPictures } from './pictures/pictureKeys';
import { expectWholeStore } from '../testing/expectWholeStore';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import { steppedStore } from '../testing/steppedStore';
import { BAD, tinyGallery, tinyPortfolio } from '../testing/tinyPortfolio';
import {
  add,
  atEnd,
  hidesSoon,
  projects,
  put,
  releases,
  rounds,
  served,
  settled,
  showsSoon,
  startWatch,
  useWatch,
  watched,
} from '../testing/useWatch';
import { deploy } from './deploy';

// What becomes of an edit. What holds a watcher up, watch.faults.integration.test.ts has.

jest.setTimeout(120_000);

useWatch();

test('an edit, a new project, a draft and a deletion are in the HTML within seconds', async () => {
  startWatch();
  await settled();
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  expect(await served(`/projects/${id}`)).toContain('<main>Project Harbour</main>');
  await projects().update(id, { title: 'Haven' });
  await showsSoon('Haven');
  expect(await served()).not.toContain('Harbour');
  await projects().update(id, { draft: true });
  await hidesSoon('Haven');
  expect((await fetch(`${watched.origin}/projects/${id}`)).status).toBe(404);
  await projects().update(id, { draft: false });
  await showsSoon('Haven');
  await projects().delete(id);
  await hidesSoon('Haven');
  await expectWholeStore(watched.store);
});

test('a new picture is in the HTML within seconds, and its copies are made behind, without a release', async () => {
  await put(tinyGallery());
  startWatch();
  await settled();
  const image = new File(
    [readFileSync(resolve(__dirname, '../../backend/seed/pictures/tideline-cover.jpg'))],
    'tideline.jpg',
  );
  const { id, images } = await projects().create<{ id: string; images: string[] }>({
    title: 'Tideline',
    images: [image],
  });
  await until('the picture is shown', async () =>
    (await served(`/projects/${id}`)).includes(`<main>${images[0]}</main>`),
  );
  const { pages } = await expectWholeStore(watched.store);
  const [name = ''] = pages[`projects/${id}.html`]?.pictures ?? [];
  expect(name).toBe(`a3/projects/${id}/${images[0]}`);
  const before = await releases();
  await until('its copies have been made', async () => (await listPictures(watched.store)).has(name));
  const copy = await fetch(`${watched.origin}${copyUrl(name, 480)}`);
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/avif']);
  expect(await releases()).toBe(before);
  expect(watched.lines.filter((line) => line.includes('icture'))).toEqual([]);
});

test('what changes during a round makes exactly one more', async () => {
  const gate = new AbortController();
  let state: 'open' | 'closed' | 'held' = 'open';
  const held = steppedStore(watched.store, async (step) => {
    if (step !== 'create history/' || state === 'open') return;
    state = 'held';
    await once(gate.signal, 'abort');
    state = 'open';
  });
  startWatch({ store: held });
  await settled();
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  // It has been told of that, so that it listens now.
  const before = await releases();
  state = 'closed';
  await projects().update(id, { title: 'Edit 0.' });
  await until('the first edit is about to be live', () => state === 'held');
  for (let edit = 1; edit <= 20; edit += 1) await projects().update(id, { title: `Edit ${edit}.` });
  gate.abort();
  await showsSoon('Edit 20.');
  expect(await releases()).toBe(before + 2);
  // Each is named once it is live.
  const named = () => watched.lines.filter((line) => line.startsWith('Release')).length;
  await until('each release has been named', async () => named() === (await releases()) - 1);
});

test('a round in which nothing has changed starts no process and makes no release', async () => {
  const started = jest.spyOn(jest.requireActual<typeof childProcess>('node:child_process'), 'spawn');
  atEnd(() => started.mockRestore());
  startWatch({ interval: 100 });
  const { id } = await add('Harbour');
  await showsSoon('Harbour');
  // The round that shows it is over, and one that a new connection may have rung for.
  await rounds(3);
  const [processes, before] = [started.mock.calls.length, await releases()];
  expect(processes).toBeGreaterThan(0);
  await rounds(5);
  expect(started).toHaveBeenCalledTimes(processes);
  expect(await releases()).toBe(before);
  await projects().update(id, { title: 'Haven' });
  await showsSoon('Haven');
  expect(started.mock.calls.length).toBeGreaterThan(processes);
});

test('a page that could not be rendered is tried again, and told once', async () => {
  startWatch({ interval: 100 });
  const { id } = await add(BAD);
  await showsSoon(BAD);
  const told = () => watched.lines.filter((line) => line.includes('bad record'));
  await until('it is told', () => told().length > 0);
  await rounds(3);
  expect(told()).toHaveLength(1);
  await projects().update(id, { title: 'Good' });
  await showsSoon('Project Good', `/projects/${id}`);
});

test('two watchers make one release of each edit', async () => {
  startWatch();
  startWatch();
  const { id } = await add('Edit 0.');
  await showsSoon('Edit 0.');
  const before = await releases();
  for (const edit of [1, 2, 3]) {
    await projects().update(id, { title: `Edit ${edit}.` });
    await showsSoon(`Edit ${edit}.`);
  }
  expect(await releases()).toBe(before + 3);
  expect(await watched.store.list('releases/')).toHaveLength(before + 3);
});

test('after a rollback, or older data was made live, the data of today is live, with the builds that it was for', async () => {
  const { id } = await add('Old');
  const old = await put(tinyPortfolio('Work'));
  await projects().update(id, { title: 'Today' });
  await deploy({ store: watched.store, back: { app: 'studio-remote' }, log: () => undefined });
  expect(await served()).toContain('Project: Old');
  startWatch({ interval: 1000 });
  await until('today is served', async () => (await served()).includes('Project: Today'));
  await makeLiveAgain(watched.store, old.id);
  await until('today is served again', async () => (await served()).includes('Work: Today'));
});
