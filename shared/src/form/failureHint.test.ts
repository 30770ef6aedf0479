import { expect, jest, test } from '@jest/globals';
import { ApiError } from '../api/ApiError';
import { failureHint } from './failureHint';

const refused = (status: number, originalError?: unknown) => new ApiError({ status, originalError });

test.each([
  [undefined, 'a moment'],
  ['1', 'a moment'],
  ['1.2', '2 seconds'],
  ['90', '90 seconds'],
  ['91', '2 minutes'],
  ['600', '10 minutes'],
  ['-5', 'a moment'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'a moment'],
])('the hint for a 429 response with Retry-After %s is to try again in %s', (seconds, wait) => {
  expect(failureHint(refused(429, { response: { headers: { 'retry-after': seconds } } }))).toEqual({
    text: `Too many messages came in at once. Please try again in ${wait}.`,
    offersEmail: true,
  });
});

test.each([undefined, null, {}, { response: {} }])(
  'the hint for a 429 response without headers (%j) is to try again in a moment',
  (originalError) => {
    expect(failureHint(refused(429, originalError))?.text).toContain('in a moment.');
  },
);

test('the hint for a 503 response states when to try again', () => {
  const hint = failureHint(refused(503, { response: { headers: { 'retry-after': '5' } } }));
  expect(hint?.text).toContain('in 5 seconds.');
});

test('the hint for a 413 response is to shorten the text', () => {
  expect(failureHint(refused(413))).toEqual({ text: 'Your text is too long to send. Please shorten it.' });
});

const others = [refused(400), refused(500), new TypeError('broken'), { status: 0 }, undefined];

test('an unknown failure has no hint', () => {
  for (const error of [refused(0), ...others]) expect(failureHint(error)).toBeUndefined();
});

test('if the visitor is offline, there is a hint for a failed connection, and for no other error', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(failureHint(refused(0))).toEqual({
    text: 'You seem to be offline. What you’ve written is kept until you’re back online.',
  });
  for (const error of others) expect(failureHint(error)).toBeUndefined();
});
