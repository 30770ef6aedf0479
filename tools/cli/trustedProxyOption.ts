import { isIP } from 'node:net';
import { InvalidArgumentError, Option } from 'commander';

/**
 * `--trusted-proxy`, given once for each address or range of proxies whose word on the visitor's address counts (§6).
 *
 * @throws InvalidArgumentError, which commander explains, if it is none, or everybody's
 */
export function trustedProxyOption(): Option {
  return new Option(
    '--trusted-proxy <range>',
    'a proxy or CDN in front, by address or range, whose X-Forwarded-For counts; several times for several',
  )
    .argParser((range: string, ranges: string[]) => [...ranges, readRange(range)])
    .default([], 'nobody');
}

function readRange(range: string): string {
  // No zone (%), and no IPv4 address in IPv6, which the servers would not read alike.
  const [, address = '', prefix] = /^([\d.]+|[\da-f:]+)(?:\/(\d{1,3}))?$/i.exec(range) ?? [];
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (!longest || Number(prefix ?? longest) > longest) {
    throw new InvalidArgumentError(
      'This is neither an address nor a range. Write 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.',
    );
  }
  if (Number(prefix ?? longest) === 0) {
    throw new InvalidArgumentError(
      'This means everybody, so that any visitor could claim any address. Name your own proxies.',
    );
  }
  return range;
}
