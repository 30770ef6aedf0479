import { expect, test } from '@jest/globals';
import { networkOf } from './networkOf';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:5:6::1', '2001:db8:5:6::'],
  ['2001:0DB8:0005:0006:aaaa:bbbb:cccc:dddd', '2001:db8:5:6::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['2001:db8:5:7::1.2.3.4', '2001:db8:5:7::'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::'],
  ['::1', '0:0:0:0::'],
  ['::', '0:0:0:0::'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
