import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';

/**
 * Reads a value of `--trusted-proxy`: the address or range of proxies that report visitors' addresses (§6).
 *
 * @throws InvalidArgumentError, shown by commander, if the range is invalid or contains every address
 */
export function readProxyRange(range: string): string {
  // Excludes zones (%) and IPv4 addresses in IPv6 notation, because servers differ in how they interpret them.
  const [, address = '', prefix] = /^([\d.]+|[\da-f:]+)(?:\/(\d{1,3}))?$/i.exec(range) ?? [];
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (!longest || Number(prefix ?? longest) > longest) {
    throw new InvalidArgumentError(
      'This is neither an address nor a range. Write 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.',
    );
  }
  if (Number(prefix ?? longest) === 0) {
    throw new InvalidArgumentError(
      'This matches every address, so any visitor could fake an address. Name your own proxies.',
    );
  }
  return range;
}
