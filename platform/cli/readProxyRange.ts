import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';

/**
 * Validates a value of `--trusted-proxy`: the address or range of proxies whose `X-Forwarded-For` is trusted (§6).
 *
 * @throws InvalidArgumentError, which commander prints, if the range is invalid or contains every address
 */
export function readProxyRange(range: string): string {
  // The pattern excludes zones (`%`) and IPv4-mapped IPv6 addresses, because servers interpret them differently.
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
