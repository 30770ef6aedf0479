import { describe, expect, test } from '@jest/globals';
import { ApiError } from './ApiError';

describe('§3 the error object', () => {
  test('carries url, status, response, isAbort and originalError', () => {
    const originalError = new Error('below');
    const error = new ApiError({
      url: '/api/x?page=1',
      status: 400,
      response: { message: 'Failed to create record.', data: { a: 1 } },
      originalError,
    });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'ApiError',
      url: '/api/x?page=1',
      status: 400,
      response: { message: 'Failed to create record.', data: { a: 1 } },
      isAbort: false,
      originalError,
    });
    expect(error.cause).toBe(originalError);
  });

  test('has empty values where nothing is known', () => {
    expect(new ApiError()).toMatchObject({ url: '', status: 0, response: {}, isAbort: false });
    expect(new ApiError().originalError).toBeUndefined();
  });
});

describe('§8 the message of an error', () => {
  test('is the message of the response', () => {
    expect(new ApiError({ response: { message: 'Too Many Requests.' }, isAbort: true }).message).toBe(
      'Too Many Requests.',
    );
  });

  test.each([[undefined], [''], [42], [{ text: 'x' }], [null]])(
    'falls back if the response has the message %p',
    (message) => {
      expect(new ApiError({ status: 500, response: { message } }).message).toBe('Something went wrong.');
    },
  );

  test('says that an aborted request was auto-cancelled', () => {
    expect(new ApiError({ isAbort: true }).message).toBe(
      'The request was aborted: it was auto-cancelled by a newer one or by leaving the page.',
    );
  });

  test.each([
    ['of the error itself', new Error('connect ECONNREFUSED ::1:8090')],
    ['of its cause', new Error('Network Error', { cause: new Error('connect ECONNREFUSED ::1:8090') })],
  ])(
    'suggests the IPv4 address instead of localhost for a refused loopback connection: %s',
    (_, originalError) => {
      const { message } = new ApiError({ originalError });
      expect(message).toContain('127.0.0.1');
      expect(message).toContain('localhost');
    },
  );

  test.each([
    ['another host', new Error('connect ECONNREFUSED 10.0.0.1:80')],
    ['IPv4 loopback', new Error('connect ECONNREFUSED 127.0.0.1:80')],
    ['a thrown string', 'ECONNREFUSED ::1'],
    ['null', null],
    ['a message that is no text', { message: ['ECONNREFUSED ::1'] }],
    ['a function', Object.assign(() => undefined, { message: 'ECONNREFUSED ::1' })],
    ['nothing', undefined],
  ])('is otherwise the general one: %s', (_, originalError) => {
    expect(new ApiError({ originalError }).message).toBe('Something went wrong.');
  });
});
