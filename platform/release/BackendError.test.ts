import { describe, expect, test } from '@jest/globals';
import { freePort } from '@site/backend/testing/freePort';
import { BackendError } from './BackendError';
import { openReading } from './openReading';

const HINT = 'If PocketBase listens on IPv4 only, use 127.0.0.1 instead of localhost.';

describe('§8 a refused connection', () => {
  test('to localhost advises using 127.0.0.1', async () => {
    const reading = openReading(`http://localhost:${await freePort()}`).read('/collections', {});
    await expect(reading).rejects.toBeInstanceOf(BackendError);
    await expect(reading).rejects.toThrow(/ECONNREFUSED.*Check that PocketBase is running there\. If/);
    await expect(reading).rejects.toThrow(HINT);
  });

  test('to 127.0.0.1 does not', async () => {
    const reading = openReading(`http://127.0.0.1:${await freePort()}`).read('/collections', {});
    await expect(reading).rejects.toThrow(/ECONNREFUSED.*Check that PocketBase is running there\.$/);
  });
});

test('an answer that is not JSON does not advise another address', () => {
  const cause = new SyntaxError('Unexpected token');
  expect(new BackendError('http://localhost/api cannot be read.', undefined, { cause }).message).toBe(
    'http://localhost/api cannot be read.',
  );
});
