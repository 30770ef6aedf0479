/**
 * The visitor that an address stands for: a household or a server has 2^64 IPv6 addresses, which differ in their
 * second half. Of an IPv4 address, and of one that a socket for both kinds writes as IPv6, it is that IPv4 address.
 * @param {string} address as PocketBase writes it: IPv6 in full, eight groups of four digits.
 * @returns {string}
 */
function visitorOf(address) {
  const mapped = /^(?:0000:){5}ffff:(..)(..):(..)(..)$/.exec(address);
  if (mapped) {
    const bytes = mapped.slice(1).map((byte) => parseInt(byte, 16));
    return visitorOf(bytes.join('.'));
  }
  if (address.startsWith('127.') || address === '0000:0000:0000:0000:0000:0000:0000:0001') return NOBODY;
  return address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::` : address;
}

/** Stands for visitors without an address that a proxy could have seen, such as those on this machine. */
const NOBODY = '0.0.0.0';

module.exports = { visitorOf };
