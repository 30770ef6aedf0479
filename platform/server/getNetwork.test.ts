import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { getNetwork } from './getNetwork';

const from = (ip: string, remoteAddress = '192.0.2.1') =>
  getNetwork({ ip, socket: { remoteAddress } as unknown as FastifyRequest['socket'] });

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:5:678::1', '2001:db8:5:600::'],
  ['2001:0DB8:0005:0006:aaaa:bbbb:cccc:dddd', '2001:db8:5::'],
  ['2001:db8::1', '2001:db8::'],
  ['2001:db8:5:ff7f::1.2.3.4', '2001:db8:5:ff00::'],
  ['1:2:3:4:5:6:7::', '1:2:3::'],
  ['fe80::1%eth0', 'fe80::'],
])('§6 the network of %s is %s: the last 72 bits of an IPv6 address are zero', (address, network) => {
  expect(from(address)).toBe(network);
});

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:5:678::1]:4711', '2001:db8:5:600::'],
  ['[2001:db8:5:678::1]', '2001:db8:5:600::'],
])('the port of %s is left out', (address, network) => {
  expect(from(address)).toBe(network);
});

test.each([
  '127.0.0.1',
  '127.1.2.3',
  '::1',
  '[::1]:80',
  '::ffff:127.0.0.1',
  'unknown',
  '',
  '1.2.3',
  '1.2.3.4:x',
])('a forwarded %j is ignored, because it is not an address that a visitor can have', (address) => {
  expect(from(address)).toBe('192.0.2.1');
});

test('a visitor on this machine has the address of this machine', () => {
  expect(from('127.0.0.1', '127.0.0.1')).toBe('127.0.0.1');
});
