import { expect, test } from '@jest/globals';
import { explainFullDisk } from './explainFullDisk';

const failing = (error: unknown) => explainFullDisk('/srv/site', () => Promise.reject(error as Error));

test('what is done on a disk gives what it gives', async () => {
  expect(await explainFullDisk('/srv/site', () => Promise.resolve('done'))).toBe('done');
});

test.each(['ENOSPC', 'EDQUOT'])('a full disk is an error that says what to do: %s', async (code) => {
  const cause = Object.assign(new Error('write'), { code });
  const work = failing(cause);
  await expect(work).rejects.toThrow(
    'The disk of /srv/site is full. Make space there, for a store by npm run deploy -- prune --keep-days 30, and try again.',
  );
  await expect(work).rejects.toMatchObject({ cause });
});

test('any other failure is itself', async () => {
  for (const error of [new Error('lost'), Object.assign(new Error('lost'), { code: 'EACCES' })])
    await expect(failing(error)).rejects.toBe(error);
});
