import { expect, test } from '@jest/globals';
import { contentCache } from './contentCache';

test('evicts beyond its limit, and shares concurrent reads', async () => {
  const reads: string[] = [];
  const read = (key: string) => {
    reads.push(key);
    return Promise.resolve(key === 'none' ? undefined : Buffer.alloc(2000, key));
  };
  // Fits two entries.
  const cache = contentCache(read, 6000);
  await Promise.all([cache.get('a'), cache.get('a')]);
  for (const key of ['a', 'b', 'c', 'a', 'none']) await cache.get(key);
  expect(reads).toEqual(['a', 'b', 'c', 'a', 'none']);
  expect(cache.peek('a')?.body).toEqual(Buffer.alloc(2000, 'a'));
  expect(cache.peek('b')).toBeUndefined();
  expect(await cache.get('none')).toBeUndefined();
});
