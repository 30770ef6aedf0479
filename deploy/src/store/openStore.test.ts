import { describe, expect, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
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
  ])('is refused if it is %s, and the error says what it looks like', async (address) => {
    await expect(openStore(address, '/')).rejects.toThrow(
      `${address} is no address of a bucket: it looks like s3://bucket or s3://bucket/prefix.`,
    );
  });

  test.each(['https://bucket.example.com/prefix', 'gs://bucket', ''])(
    'is refused if it is %s',
    async (address) => {
      await expect(openStore(address, '/')).rejects.toThrow('give a directory, or s3://bucket/prefix.');
    },
  );
});

test('who needs a directory refuses a bucket, and says how to get one', () => {
  expect(() => directoryOf('s3://site/live', '/', 'nginx')).toThrow(
    'nginx needs a directory, and s3://site/live is a bucket. Fetch it first: npm run deploy -- pull --from s3://site/live --to <directory>',
  );
});
