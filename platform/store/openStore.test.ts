import { expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { resolveDirectory, openStore } from './openStore';

test('opens a directory at a relative or absolute path', async () => {
  const base = await temporaryDirectory();
  await (await openStore('some/store', base)).write('a', 'content');
  expect(await readdir(join(base, 'some/store'))).toEqual(['a']);
  for (const path of ['a b', 'site.d/store', 'x/https://y', '1://x', '/srv/site', './a:b'])
    expect(resolveDirectory(path, '/base')).toBe(resolve('/base', path));
});

test.each(['s3://abc', `s3://${'a'.repeat(63)}/`, 's3://my.bucket-1/a/.b/c'])(
  'opens a bucket at the address %s',
  async (address) => expect(await openStore(address, '/')).toHaveProperty('create'),
);

const BUCKET = 'is not the address of a bucket. Write s3://bucket or s3://bucket/prefix.';
const STORE = 'is not the address of a store. Name a directory, or s3://bucket/prefix';

test.each([
  ...['s3://', 's3:///prefix', 's3://Upper/prefix', 's3://a/prefix', 's3://bucket//prefix'],
  ...['s3://bucket/../x', 's3://bucket/./x', 's3://bucket/x//', 's3://-bucket', 's3://bucket-'],
  ...['s3://xbucket_y', `s3://${'a'.repeat(64)}`, 'https://bucket.example.com/prefix', 'HTTP://bucket'],
  ...['a+b.c-1://bucket', 'gs://bucket', '', 's3:/bucket', 's3:bucket', 's3//bucket', 'htp://x', 'a:b'],
])('refuses the address "%s", with an example of a valid one', async (address) => {
  const problem = address.startsWith('s3://') ? BUCKET : STORE;
  await expect(openStore(address, '/')).rejects.toThrow(`${address || '""'} ${problem}`);
});

test.each(['~/store', '~', '~ada/store'])(
  'refuses the address "%s", because a folder of that name would be made',
  async (address) => {
    await expect(openStore(address, '/')).rejects.toThrow(
      `${address} begins with "~", which your shell has not replaced. Write the whole path`,
    );
    expect(resolveDirectory(`./${address}`, '/base')).toBe(`/base/${address}`);
  },
);
