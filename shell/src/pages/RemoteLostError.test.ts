import { expect, test } from '@jest/globals';
import { RemoteLostError } from './RemoteLostError';

test('a remote that is lost is told by the error’s name, with what it was lost by', () => {
  const cause = new Error('lost');
  const error = new RemoteLostError(cause);
  expect(error).toMatchObject({
    name: 'RemoteLostError',
    message: 'The code of this page could not be loaded.',
  });
  expect(error.cause).toBe(cause);
});
