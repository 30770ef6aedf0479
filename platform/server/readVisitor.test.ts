import { expect, test } from '@jest/globals';
import { addressList, readVisitor } from './readVisitor';

/** A trusted proxy. */
const PROXY = '127.0.0.2';

const TRUSTED = addressList([PROXY, '10.0.0.0/8', '2001:db8:1::/48']);

const read = (headers: Record<string, string>, connection = PROXY) =>
  readVisitor(connection, headers, TRUSTED);

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:2::7', '2001:db8:2::7'],
  ['198.51.100.7', '203.0.113.9, 198.51.100.7'],
  ['198.51.100.7', '203.0.113.9, 198.51.100.7, 10.1.2.3,2001:db8:1::3'],
  ['10.1.2.3', '10.1.2.3'],
  ['10.1.2.3', 'nobody, 10.1.2.3'],
  // Some proxies add a port.
  ['8.8.8.8', '203.0.113.9, 8.8.8.8:1234, 10.1.2.3:80,[2001:db8:1::3]:443'],
  ['2001:db8:2::1', '[2001:db8:2::1]:1234'],
  ['10.1.2.3', '8.8.8.8:a, 10.1.2.3:80'],
  ['8.8.8.8', '::FFFF:8.8.8.8'],
  ...['127.0.0.1:1234', '[::1]:1234', '::1', '::ffff:127.0.0.1', '198.51.100.7, 127.0.0.1'].map(
    (forwarded) => [PROXY, forwarded] as const,
  ),
  ...['127.0.0.1, 10.1.2.3', 'nobody', ''].map((forwarded) => [PROXY, forwarded] as const),
])('§6 the visitor is %s if a trusted proxy forwards %j', (address, forwarded) => {
  expect(read({ 'x-forwarded-for': forwarded, 'x-real-ip': '203.0.113.9' }).address).toBe(address);
});

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip'])(
  '§6 the visitor is the connection’s address if an untrusted client sends %s',
  (name) => {
    for (const stranger of ['127.0.0.1', '198.51.100.7', '2001:db8:2::1'])
      expect(read({ [name]: '203.0.113.9' }, stranger).address).toBe(stranger);
  },
);

test.each([
  ['https', true],
  ['http, https', true],
  ['https, http', false],
  ['http', false],
  ['', false],
])('the nearest proxy, if trusted, decides whether HTTPS was used: %j, %s', (scheme, isSecure) => {
  const headers = { 'x-forwarded-proto': scheme };
  expect([read(headers).isSecure, read(headers, '127.0.0.1').isSecure]).toEqual([isSecure, false]);
});
