import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** What is known of whoever asks. */
interface Visitor {
  address: string;
  /** Whether it is known to have come by HTTPS. */
  isSecure: boolean;
}

const LOOPBACK = addressList(['127.0.0.0/8', '::1']);

/**
 * Addresses and ranges as a list that can be searched.
 *
 * @param ranges e.g. `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`
 * @throws Error if one is none
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
 * Finds who asks (§6): the address that a trusted proxy names, or else the one that the connection comes from. A
 * visitor whom a proxy names is never loopback, which stands for somebody at this machine.
 *
 * @param connection the address that the connection is from
 * @param trusted the proxies whose X-Forwarded-For and X-Forwarded-Proto count
 */
export function readVisitor(connection: string, headers: IncomingHttpHeaders, trusted: BlockList): Visitor {
  // A socket for both kinds writes IPv4 as IPv6.
  const plain = (one: string) => one.replace(/^::ffff:(?=[\d.]+$)/i, '');
  const { 'x-forwarded-for': chain, 'x-forwarded-proto': schemes } = headers;
  // Searching the list takes a good part of a request's time.
  if (chain === undefined && schemes === undefined) return { address: plain(connection), isSecure: false };
  let address = connection;
  // The last one was added by the proxy that is nearest.
  for (const word of String(chain ?? '')
    .split(',')
    .reverse()) {
    const before = has(trusted, address) ? addressIn(word.trim()) : undefined;
    if (before === undefined) break;
    address = before;
  }
  const isSecure = /(?:^|,)\s*https\s*$/.test(String(schemes ?? '')) && has(trusted, connection);
  return { address: plain(has(LOOPBACK, address) ? connection : address), isSecure };
}

/** An address that stands by itself or, as some proxies write it, with a port; undefined if it is none. */
function addressIn(word: string): string | undefined {
  const [, six, four] = /^(?:\[(.*)\]|([\d.]+))(?::\d{1,5})?$/.exec(word) ?? [];
  if (six !== undefined) return isIPv6(six) ? six : undefined;
  if (four !== undefined) return isIPv4(four) ? four : undefined;
  return isIPv6(word) ? word : undefined;
}

function has(list: BlockList, address: string): boolean {
  return isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
