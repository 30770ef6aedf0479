import { expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { removeFiles, saysComplete } from './walkParts';

const COMPLETE = ['artifacts/shell/s1/artifact.json', 'pictures/a3~projects~abc~one.jpg.json'];
const OTHERS = ['artifacts/shell/s1/server.cjs', 'assets/pictures/a1/192.avif', 'assets/shell/s1/main.js'];

test('what says that a release, a build or a picture is complete is removed first, then the rest, and nothing else', async () => {
  const store = memoryStore();
  for (const key of [...OTHERS, ...COMPLETE, 'releases/r1.json']) await store.write(key, '');
  const removed: string[] = [];
  const watched = steppedStore(store, (_step, key) => Promise.resolve(void removed.push(key)));
  const files = await Promise.all(['artifacts/', 'assets/', 'pictures/'].map((key) => store.walk(key)));
  await removeFiles(watched, files.flat());
  expect([removed.splice(0, 2).sort(), removed.sort()]).toEqual([COMPLETE, OTHERS]);
  expect((await store.walk('')).map(({ key }) => key)).toEqual(['releases/r1.json']);
  for (const key of ['releases/r1.json', 'previews/p1.json']) expect(saysComplete({ key })).toBe(true);
  for (const key of ['assets/artifact.json.br', 'x-artifact.json']) expect(saysComplete({ key })).toBe(false);
});
