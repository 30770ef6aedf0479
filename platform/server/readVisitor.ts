import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The sender of a request. */
interface Visitor {
  address: string;
  /** Whether the request is known to have come over HTTPS. */
  isSecure: boolean;
}

const LOOPBACK = addressList(['127.0.0.0/8', '::1']);

/**
 * Builds a searchable list of addresses and ranges.
 *
 * @param ranges e.g. `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`
 * @throws Error if a range is invalid
 */
export function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

/**
 * Finds the visitor's address (§6): the one that a trusted proxy forwards, or else the connection's. A forwarded loopback
 * address is ignored, because only a user of this machine may have such an address.
 *
 * @param connection the remote address of the connection
 * @param trusted the proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted
 */
export function readVisitor(connection: string, headers: IncomingHttpHeaders, trusted: BlockList): Visitor {
  // A dual-stack socket writes IPv4 addresses as IPv6.
  const plain = (ip: string) => ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
  const { 'x-forwarded-for': chain, 'x-forwarded-proto': schemes } = headers;
  // Without these headers, the list is not searched. The search would take a considerable part of a request's time.
  if (chain === undefined && schemes === undefined) return { address: plain(connection), isSecure: false };
  let address = connection;
  // The nearest proxy added the last entry.
  const entries = String(chain ?? '')
    .split(',')
    .reverse();
  for (const entry of entries) {
    const previousHop = has(trusted, address) ? addressIn(entry.trim()) : undefined;
    if (previousHop === undefined) break;
    address = previousHop;
  }
  const isSecure = /(?:^|,)\s*https\s*$/.test(String(schemes ?? '')) && has(trusted, connection);
  return { address: plain(has(LOOPBACK, address) ? connection : address), isSecure };
}

/** The address in an entry, without the port that some proxies add; undefined if the entry is invalid. */
function addressIn(word: string): string | undefined {
  const [, ipv6, ipv4] = /^(?:\[(.*)\]|([\d.]+))(?::\d{1,5})?$/.exec(word) ?? [];
  if (ipv6 !== undefined) return isIPv6(ipv6) ? ipv6 : undefined;
  if (ipv4 !== undefined) return isIPv4(ipv4) ? ipv4 : undefined;
  return isIPv6(word) ? word : undefined;
}

function has(list: BlockList, address: string): boolean {
  return isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
