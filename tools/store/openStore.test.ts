import { describe, expect, jest, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { directoryOf, openStore } from './openStore';

describe('the address of a store', () => {
  test('may be a directory, relative to the repository', async () => {
    const base = await temporaryDirectory();
    await (await openStore('some/store', base)).write('a', 'content');
    expect(await readdir(join(base, 'some/store'))).toEqual(['a']);
  });

  test.each([
    's3://',
    's3:///prefix',
    's3://Upper/prefix',
    's3://a/prefix',
    's3://bucket//prefix',
    's3://bucket/../x',
    's3://bucket/./x',
    's3://bucket/x//',
    's3://-bucket',
    's3://bucket-',
    's3://xbucket_y',
    `s3://${'a'.repeat(64)}`,
  ])('is refused if it is %s, and the error says what it looks like', async (address) => {
    await expect(openStore(address, '/')).rejects.toThrow(
      `${address} is not the address of a bucket. Write s3://bucket or s3://bucket/prefix.`,
    );
  });

  test.each(['a b', 'site.d/store', 'x/https://y', '1://x', '/srv/site', 'a:b'])(
    'may be the directory %s',
    (path) => {
      expect(directoryOf(path, '/base')).toBe(resolve('/base', path));
    },
  );

  test.each([
    ['s3://abc', 'abc', ''],
    [`s3://${'a'.repeat(63)}/`, 'a'.repeat(63), ''],
    ['s3://my.bucket-1/a/.b/c', 'my.bucket-1', 'a/.b/c'],
  ])('may be %s: a bucket and a prefix', async (address, bucket, prefix) => {
    await jest.isolateModulesAsync(async () => {
      const s3Store = jest.fn();
      jest.doMock('./s3Store', () => ({ s3Store }));
      const { openStore: openAlone } = await import('./openStore');
      await openAlone(address, '/');
      expect(s3Store.mock.calls).toEqual([[{ bucket, prefix }]]);
      jest.dontMock('./s3Store');
    });
  });

  test.each(['https://bucket.example.com/prefix', 'HTTP://bucket', 'a+b.c-1://bucket', 'gs://bucket', ''])(
    'is refused if it is %s',
    async (address) => {
      await expect(openStore(address, '/')).rejects.toThrow(
        `${address || 'Nothing'} is not the address of a store. Name a directory, or s3://bucket/prefix.`,
      );
    },
  );
});
