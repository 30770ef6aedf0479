import { expect, test } from '@jest/globals';
import { ApiError } from './ApiError';

const UNKNOWN = 'Something went wrong.';
const ABORTED = 'The request was auto-cancelled: a newer one replaced it, or the visitor left the page.';
const LOCALHOST =
  'The backend refused the connection on ::1. Use the IPv4 address 127.0.0.1 instead of localhost.';
const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);

test.each<[string, ConstructorParameters<typeof ApiError>[0], string]>([
  [
    'a response with a message',
    { response: { message: 'Too Many Requests.' }, isAbort: true },
    'Too Many Requests.',
  ],
  ['an aborted request', { isAbort: true }, ABORTED],
  ['a connection refused on ::1', { originalError: refused('::1:8090') }, LOCALHOST],
  ['a cause refused on ::1', { originalError: new Error('No', { cause: refused('::1:8090') }) }, LOCALHOST],
  [
    'a connection refused on every address of localhost',
    { originalError: new AggregateError([refused('::1:80'), refused('127.0.0.1:80')]) },
    LOCALHOST,
  ],
  ['a connection refused by another host', { originalError: refused('10.0.0.1:80') }, UNKNOWN],
  ['a connection refused on 127.0.0.1', { originalError: refused('127.0.0.1:80') }, UNKNOWN],
  ['a thrown string', { originalError: 'ECONNREFUSED ::1' }, UNKNOWN],
  ['null', { originalError: null }, UNKNOWN],
  ['an error whose message is not a string', { originalError: { message: ['ECONNREFUSED ::1'] } }, UNKNOWN],
  ...[undefined, '', 42, { text: 'x' }, null].map((message): [string, object, string] => {
    return [
      `the response message ${JSON.stringify(message)}`,
      { status: 500, response: { message } },
      UNKNOWN,
    ];
  }),
])('§8 an error has the right message for %s', (_, failure, message) => {
  expect(new ApiError(failure).message).toBe(message);
});
