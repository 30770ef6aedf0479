import { isIPv6 } from 'node:net';

/**
 * The network that counts as one visitor, as in `backend/pb_hooks/limits.pb.js`: an IPv4 address, or the /64 of an IPv6
 * address, because a household or a server has all addresses of a /64.
 *
 * @param address from `readVisitor`. Anything but an IPv6 address is returned unchanged
 */
export function networkOf(address: string): string {
  const url = `http://[${address}]`;
  // A URL cannot contain an address with a zone.
  if (!isIPv6(address) || !URL.canParse(url)) return address;
  // Parsing as a URL normalizes the spelling.
  const [head = [], tail = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::`;
}
