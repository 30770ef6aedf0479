import { expect, test } from '@jest/globals';
import { contentCache } from './contentCache';

/** Creates a cache with room for two entries. */
function smallCache() {
  const reads: string[] = [];
  const read = (key: string) => {
    reads.push(key);
    return Promise.resolve(key === 'none' ? undefined : Buffer.alloc(2000, key));
  };
  return { reads, cache: contentCache(read, 6000) };
}

test('shares a read between concurrent requests', async () => {
  const { reads, cache } = smallCache();
  await Promise.all([cache.get('a'), cache.get('a')]);
  expect(reads).toEqual(['a']);
});

test('evicts the least recently used entry beyond the size limit', async () => {
  const { reads, cache } = smallCache();
  for (const key of ['a', 'a', 'b', 'c', 'a']) await cache.get(key);
  expect(reads).toEqual(['a', 'b', 'c', 'a']);
  expect(cache.peek('a')?.body).toEqual(Buffer.alloc(2000, 'a'));
  expect(cache.peek('b')).toBeUndefined();
});

test('returns undefined for a key that the source does not have', async () => {
  const { cache } = smallCache();
  expect(await cache.get('none')).toBeUndefined();
});
