import { describe, expect, test } from '@jest/globals';
import { ApiError } from './ApiError';

describe('§8 the message of an error', () => {
  test('is the message of the response, if that is a text', () => {
    expect(new ApiError({ response: { message: 'Too Many Requests.' }, isAbort: true }).message).toBe(
      'Too Many Requests.',
    );
    for (const message of [undefined, '', 42, { text: 'x' }, null])
      expect(new ApiError({ status: 500, response: { message } }).message).toBe('Something went wrong.');
  });

  test('says that an aborted request was auto-cancelled', () => {
    expect(new ApiError({ isAbort: true }).message).toContain('auto-cancelled');
  });

  test.each([
    ['of the error itself', new Error('connect ECONNREFUSED ::1:8090')],
    ['of its cause', new Error('Network Error', { cause: new Error('connect ECONNREFUSED ::1:8090') })],
  ])('suggests 127.0.0.1 instead of localhost for a refused connection: %s', (_, originalError) => {
    expect(new ApiError({ originalError }).message).toContain('127.0.0.1 instead of localhost');
  });

  test.each([
    ['another host', new Error('connect ECONNREFUSED 10.0.0.1:80')],
    ['IPv4 loopback', new Error('connect ECONNREFUSED 127.0.0.1:80')],
    ['a thrown string', 'ECONNREFUSED ::1'],
    ['null', null],
    ['a message that is no text', { message: ['ECONNREFUSED ::1'] }],
  ])('is otherwise the general one: %s', (_, originalError) => {
    expect(new ApiError({ originalError }).message).toBe('Something went wrong.');
  });
});
