import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** How many leading bits of an IPv6 address identify a network. A household or a server often has a whole /56 to itself. */
const NETWORK_BITS = 56;

/**
 * Returns the network that a request comes from (§6): an IPv4 address, or an IPv6 address whose last 72 bits are set to
 * zero. PocketBase counts requests per network.
 *
 * A trusted proxy forwards the visitor's address. The forwarded value is ignored if it is not an IP address. It is also
 * ignored if it is a loopback address, because only a user of this machine can have one. In both cases, the address of the
 * connection is used instead.
 *
 * @param request a request to a server whose Fastify option `trustProxy` lists the trusted proxies
 */
export function getNetwork({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const named = addressIn(ip);
  const connection = addressIn(socket.remoteAddress ?? '') ?? '';
  const address = named === undefined || isLoopback(named) ? connection : named;
  return isIPv6(address) ? getPrefix(address) : address;
}

/**
 * Returns the IP address in a string such as `192.0.2.1:80`, without the port that some proxies add; undefined if the
 * string is not an address.
 */
function addressIn(text: string): string | undefined {
  const [, bracketed, ipv4] = /^(?:\[(.*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  // A dual-stack socket reports an IPv4 address as IPv6, so the prefix `::ffff:` is removed. A zone (`%eth0`) is removed as
  // well, because `getPrefix` parses the address as part of a URL, which cannot contain a zone.
  const address = (bracketed ?? ipv4 ?? text).replace(/^::ffff:(?=[\d.]+$)|%.*$/gi, '');
  return isIP(address) > 0 ? address : undefined;
}

function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function getPrefix(address: string): string {
  const normalise = (text: string) => new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = normalise(address)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => parseInt(group, 16));
  const kept = groups.map((group, index) => group & makeMask(NETWORK_BITS - 16 * index));
  return normalise(kept.map((group) => group.toString(16)).join(':'));
}

/** Returns a mask that keeps the first `bits` bits of a 16-bit group. `bits` may be negative, or more than 16. */
function makeMask(bits: number): number {
  return 0xffff & ~(0xffff >> Math.min(16, Math.max(0, bits)));
}
