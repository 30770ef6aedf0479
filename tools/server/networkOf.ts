import { isIPv6 } from 'node:net';

/**
 * The network that counts as one visitor, as in `backend/pb_hooks/limits.pb.js`: an IPv4 address, or the /64 of an IPv6
 * address, which is what a household or a server has.
 *
 * @param address as `readVisitor` gives it; anything that is not an IPv6 address is returned as it is
 */
export function networkOf(address: string): string {
  const url = `http://[${address}]`;
  // An address with a zone cannot be parsed.
  if (!isIPv6(address) || !URL.canParse(url)) return address;
  // Whatever the spelling, a URL has one.
  const [head = [], tail = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::`;
}
