import { expect, test } from '@jest/globals';
import { errorMessage } from './errorMessage';

test.each([
  ['an error', new Error('No.'), 'No.'],
  ['a failed fetch', new TypeError('fetch failed', { cause: new Error('refused') }), 'refused'],
  [
    'a host whose addresses all refuse',
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
  ],
  ['an error without a message', new Error(''), ''],
  ['a thrown string', 'No.', 'No.'],
  ['nothing', undefined, 'undefined'],
])('the message of %s is what a person can use', (_, error, message) => {
  expect(errorMessage(error)).toBe(message);
});
