import { expect, jest, test } from '@jest/globals';
import { ApiError } from './ApiError';
import { get, post } from './client';

// What the network may lose in a browser.
jest.mock('axios', () => {
  throw new Error('Loading chunk axios failed.');
});

test('§8 a request whose code cannot be loaded fails as one that is not answered', async () => {
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
