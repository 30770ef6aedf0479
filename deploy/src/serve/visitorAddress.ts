import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * The address of whoever asks: what trusted proxies say of it (§6), as far as that is an address; never loopback,
 * which means somebody at this machine. Without their word, the address of the connection.
 */
export function visitorAddress({ ip, ips = [], socket }: FastifyRequest): string {
  const address = ips.findLast((one) => isIP(one) > 0) ?? ip;
  const isLoopback = LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return isLoopback ? (socket.remoteAddress ?? ip) : address;
}
