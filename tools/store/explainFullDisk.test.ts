import { expect, test } from '@jest/globals';
import { explainFullDisk } from './directoryStore';

// A disk that is really full, fullDisk.integration.test.ts has; a quota needs another kind of disk.

test.each(['ENOSPC', 'EDQUOT'])('%s is explained; any other failure is itself', async (code) => {
  const failing = (error: Error) => explainFullDisk('/srv/site', () => Promise.reject(error));
  await expect(failing(Object.assign(new Error('write'), { code }))).rejects.toThrow(
    'The disk of /srv/site is full. Make space there, for a store by npm run deploy -- prune --keep-days 30, and try again.',
  );
  const other = Object.assign(new Error('lost'), { code: 'EACCES' });
  await expect(failing(other)).rejects.toBe(other);
});
