import { describe, expect, test } from '@jest/globals';
import { Command } from 'commander';
import { directoryStore } from '../store/directoryStore';
import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import { trustedProxyOption } from './trustedProxyOption';

function parse(...ranges: string[]): string[] {
  return new Command()
    .addOption(trustedProxyOption())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .parse(
      ranges.flatMap((range) => ['--trusted-proxy', range]),
      { from: 'user' },
    )
    .opts<{ trustedProxy: string[] }>().trustedProxy;
}

describe('§6 trusted proxies', () => {
  test('are nobody, unless they are named', () => {
    expect(parse()).toEqual([]);
  });

  test('are addresses and ranges of both kinds, which the site’s server accepts as well', async () => {
    const ranges = ['203.0.113.7', '10.0.0.0/8', '127.0.0.1/32', '2001:db8::/32', '::1', 'FD00::/8'];
    expect(parse(...ranges)).toEqual(ranges);
    const app = await createSite(storeSource(directoryStore('/nowhere')), { trustedProxies: ranges });
    await app.close();
  });

  test.each([
    '',
    'loopback',
    'example.com',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/255.0.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '2001:db8::/129',
    '2001:db8::1::/64',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    '10.0.0.0/8; return 200',
    '10.0.0.0/8,::1',
  ])('are not %j', (range) => {
    expect(() => parse('10.0.0.1', range)).toThrow(
      'neither an address nor a range. Write 203.0.113.7, 10.0.0.0/8',
    );
  });

  test.each(['0.0.0.0/0', '::/0', '10.0.0.0/00'])('are not everybody, %s', (range) => {
    expect(() => parse(range)).toThrow('This means everybody');
  });
});
