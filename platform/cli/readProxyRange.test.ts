import { expect, test } from '@jest/globals';
import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import { memoryStore } from '../testing/memoryStore';
import { startProgram } from './commands';
import { readProxyRange } from './readProxyRange';

const parse = (...ranges: string[]) => {
  const words = ranges.flatMap((range) => ['--trusted-proxy', range]);
  return startProgram().parse(words, { from: 'user' }).opts<{ trustedProxy: string[] }>().trustedProxy;
};

test('§6 no proxy is trusted unless its address or range is given', async () => {
  expect(parse()).toEqual([]);
  const ranges = ['203.0.113.7', '10.0.0.0/8', '127.0.0.1/32', '2001:db8::/32', '::1', 'FD00::/8'];
  expect(parse(...ranges)).toEqual(ranges);
  const app = await createSite(storeSource(memoryStore()), { trustedProxies: ranges });
  await app.close();
});

const NONE = 'neither an address nor a range. Write 203.0.113.7, 10.0.0.0/8';

test.each([
  ...['', 'loopback', 'example.com', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '10.0.0.0/-1'],
  ...['10.0.0.0/255.0.0.0', '10.0.0.256', '010.0.0.1', '2001:db8::/129', '2001:db8::1::/64', 'fe80::1%eth0'],
  ...['::ffff:10.0.0.1', '10.0.0.0/8; return 200', '10.0.0.0/8,::1', '0.0.0.0/0', '::/0', '10.0.0.0/00'],
])('§6 refuses %j as a trusted proxy', (range) => {
  const problem = /^[\d.:]+\/0+$/.test(range) ? 'This matches every address' : NONE;
  expect(() => readProxyRange(range)).toThrow(problem);
});
