import { expect, jest, test } from '@jest/globals';
import { ApiError } from './ApiError';
import { get, post } from './client';

jest.mock('axios', () => {
  throw new Error('Loading chunk axios failed.');
});

test('§8 a request fails with status 0 if axios cannot be loaded', async () => {
  for (const call of [get('/collections/projects/records'), post('/collections/form_submits/records', {})]) {
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 0,
      isAbort: false,
      response: {},
      originalError: expect.objectContaining({ message: 'Loading chunk axios failed.' }) as unknown,
    });
  }
});
