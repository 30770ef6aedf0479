import { expect, test } from '@jest/globals';
import { explainS3Error } from './explainS3Error';

const AT = 'https://s3.example.com';

/** An error as the client throws it. */
function failed(name: string, more: { status?: number; message?: string; code?: unknown } = {}): Error {
  const { status, message = 'm', code } = more;
  return Object.assign(new Error(message), {
    name,
    ...(status !== undefined && { $metadata: { httpStatusCode: status } }),
    ...(code !== undefined && { code }),
  });
}

const explain = (error: unknown, endpoint: string | undefined = AT) =>
  explainS3Error(error, { bucket: 'site', endpoint, key: 'history/1.json' });

test.each([
  [
    failed('CredentialsProviderError'),
    'There are no keys for the bucket site: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  [
    failed('Error', { message: 'Region is missing' }),
    'The region of the bucket is not known: set AWS_REGION, e.g. eu-west-2.',
  ],
  [
    failed('NoSuchBucket', { status: 404 }),
    `There is no bucket site at ${AT}: create it, or correct its name.`,
  ],
  ...[401, 403].map((status): [Error, string] => [
    failed('AccessDenied', { status }),
    `${AT} refuses access to history/1.json in the bucket site (AccessDenied): check the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they are allowed to do (docs/pipeline.md).`,
  ]),
  [
    failed('PermanentRedirect', { status: 301 }),
    'The bucket site is in another region than AWS_REGION says: correct it. m',
  ],
  [
    failed('AuthorizationHeaderMalformed', { status: 400, message: 'expecting eu-west-2' }),
    'The bucket site is in another region than AWS_REGION says: correct it. expecting eu-west-2',
  ],
  [
    failed('ConditionalRequestConflict', { status: 409 }),
    `${AT} keeps putting off a write in the bucket site, since others write the same key. Try again.`,
  ],
  [
    failed('NotImplemented', { status: 501 }),
    `${AT} does not know conditional writes, which keep two deployments apart: use a server that does.`,
  ],
  ...[400, 503].map((status): [Error, string] => [
    failed('SlowDown', { status }),
    `${AT} answered with status ${status} for the bucket site (SlowDown: m). Try again later.`,
  ]),
  ...[
    failed('TypeError', { code: 'ERR_INVALID_URL' }),
    failed('EndpointError'),
    failed('TypeError', { message: 'Invalid URL: nowhere' }),
  ].map((error): [Error, string] => [
    error,
    `${AT} is no address of a server: correct AWS_ENDPOINT_URL, e.g. https://s3.example.com.`,
  ]),
  ...[failed('TimeoutError'), failed('Error', { code: 'ETIMEDOUT' })].map((error): [Error, string] => [
    error,
    `${AT} does not answer: check the network and AWS_ENDPOINT_URL, and try again.`,
  ]),
  [
    failed('Error', { code: 'ECONNREFUSED' }),
    `${AT} cannot be reached (ECONNREFUSED): check the network and AWS_ENDPOINT_URL, and try again.`,
  ],
  // What came before an answer, and an answer that could not be read.
  ...[
    failed('Error', { code: 7, message: 'aborted' }),
    failed('Error', { status: 399, message: 'aborted' }),
  ].map((error): [Error, string] => [
    error,
    `${AT} cannot be reached (aborted): check the network and AWS_ENDPOINT_URL, and try again.`,
  ]),
])('%j is explained', (error, sentence) => {
  const explained = explain(error);
  expect(explained.message).toBe(sentence);
  expect(explained.cause).toBe(error);
});

test('without an address the server is Amazon’s', () => {
  const { message } = explainS3Error(failed('NoSuchBucket'), {
    bucket: 'site',
    endpoint: undefined,
    key: 'history/1.json',
  });
  expect(message).toContain('There is no bucket site at Amazon S3:');
});
