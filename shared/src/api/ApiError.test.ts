import { expect, test } from '@jest/globals';
import { ApiError } from './ApiError';

const OTHERWISE = 'Something went wrong.';
const CANCELLED = 'The request was aborted: it was auto-cancelled by a newer one or by leaving the page.';
const LOCALHOST =
  'The backend refused the connection on ::1. Use the IPv4 address 127.0.0.1 instead of localhost.';
const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);

test.each<[string, ConstructorParameters<typeof ApiError>[0], string]>([
  ['of the response', { response: { message: 'Too Many Requests.' }, isAbort: true }, 'Too Many Requests.'],
  ['that it was aborted', { isAbort: true }, CANCELLED],
  ['what to try instead of localhost', { originalError: refused('::1:8090') }, LOCALHOST],
  ['the same of a cause', { originalError: new Error('No', { cause: refused('::1:8090') }) }, LOCALHOST],
  ['nothing of another host', { originalError: refused('10.0.0.1:80') }, OTHERWISE],
  ['nothing of IPv4', { originalError: refused('127.0.0.1:80') }, OTHERWISE],
  ['nothing of a thrown string', { originalError: 'ECONNREFUSED ::1' }, OTHERWISE],
  ['nothing of null', { originalError: null }, OTHERWISE],
  ['nothing of a message that is no text', { originalError: { message: ['ECONNREFUSED ::1'] } }, OTHERWISE],
  ...[undefined, '', 42, { text: 'x' }, null].map((message): [string, object, string] => {
    return [`nothing of ${JSON.stringify(message)}`, { status: 500, response: { message } }, OTHERWISE];
  }),
])('§8 the message of an error is %s', (_, failure, message) => {
  expect(new ApiError(failure).message).toBe(message);
});
