/** The number of bytes that are read from a picture. The colour profile comes before the pixels. */
const HEAD = 256 * 1024;

/** The maximum size of a profile that is written into a PNG, in bytes. An uncompressed block cannot be larger. */
const BLOCK = 65_535;

/** The second bytes of two JPEG markers: the marker before a profile segment, and the marker before the pixels. */
const JPEG_APP2 = 0xe2;
const JPEG_PIXELS = 0xda;

/** Sizes in bytes: a PNG's signature, a chunk without its content, and everything before the second chunk. */
const PNG_SIGNATURE = 8;
const PNG_CHUNK = 12;
const PNG_HEADER = 33;

/** The colour types of a grey PNG, without and with an alpha channel. */
const PNG_GREYS = [0, 4];

/** Sizes in bytes: everything before a WebP's first chunk, and the name and length before a chunk's content. */
const WEBP_HEADER = 12;
const WEBP_CHUNK = 8;

/**
 * Adds a picture's colour profile to its thumb when the thumb is first requested.
 * @param {string} thumb the key of the requested file; ignored if it is not a thumb
 */
function keepProfile(thumb) {
  const [, folder, name] = /^(.+)\/thumbs_([^/]+)\/[^/]+$/.exec(thumb) ?? [];
  const done = `profile of ${thumb}`;
  if (!name || $app.store().has(done)) return;
  const files = $app.newFilesystem();
  try {
    const profile = profileOf(read(files, `${folder}/${name}`, HEAD));
    const bytes = profile && withProfile(read(files, thumb, 2 ** 25), profile);
    // PocketBase's types require a plain array, but passing one would take three times as long as passing the bytes.
    if (bytes) files.upload(/** @type {any} */ (bytes), thumb);
  } catch (error) {
    // After an error, the thumb is sent without a profile.
    $app.logger().warn('Could not add the colour profile to a thumb.', 'thumb', thumb, 'error', `${error}`);
  } finally {
    files.close();
  }
  $app.store().set(done, true);
}

/**
 * @param {filesystem.System} files
 * @param {string} key
 * @param {number} limit in bytes
 */
function read(files, key, limit) {
  const reader = files.getReader(key);
  try {
    return new Uint8Array(toBytes(reader, limit));
  } finally {
    reader.close();
  }
}

/**
 * @typedef {object} Profile
 * @property {Uint8Array[]} [segments] in a JPEG's format
 * @property {Uint8Array} [chunk] in a PNG's format
 */

/**
 * Finds a picture's colour profile. Profiles other than RGB are ignored, because thumbs are RGB.
 * @param {Uint8Array} bytes the beginning of the picture
 * @returns {Profile | undefined}
 */
function profileOf(bytes) {
  if (isJpeg(bytes)) return jpegProfile(bytes);
  if (isPng(bytes)) return pngProfile(bytes);
  return isWebp(bytes) ? webpProfile(bytes) : undefined;
}

/** @param {Uint8Array} bytes @returns {Profile | undefined} */
function jpegProfile(bytes) {
  const segments = profileSegments(bytes);
  if (segments.length === 0) return undefined;
  // A segment begins with: marker (2 bytes), length (2), `ICC_PROFILE` and a zero (12), segment number (1), segment count (1).
  const isWhole = segments.length === segments[0][17];
  return isWhole && isRgb(segments[0].subarray(18)) ? { segments } : undefined;
}

/** @param {Uint8Array} bytes @returns {Profile | undefined} */
function pngProfile(bytes) {
  const colourType = bytes[25];
  // The profile is compressed, so its header cannot be read. A colour PNG always has an RGB profile.
  const chunk = PNG_GREYS.includes(colourType) ? undefined : findPngChunk(bytes);
  return chunk && { chunk };
}

/** @param {Uint8Array} bytes @returns {Profile | undefined} */
function webpProfile(bytes) {
  let at = WEBP_HEADER;
  while (at + WEBP_CHUNK <= bytes.length) {
    const size = littleEndianAt(bytes, at + 4);
    if (text(bytes, at, 4) === 'ICCP') {
      const start = at + WEBP_CHUNK;
      const profile = bytes.subarray(start, start + size);
      const isWhole = profile.length === size;
      return isWhole && size <= BLOCK && isRgb(profile) ? { chunk: toPngChunk(profile) } : undefined;
    }
    // A chunk of an odd size is followed by a byte of padding.
    at += WEBP_CHUNK + size + (size % 2);
  }
  return undefined;
}

/**
 * @param {Uint8Array} thumb
 * @param {Profile} profile
 * @returns {Uint8Array | undefined} undefined if the thumb already has a profile or is in another format
 */
function withProfile(thumb, { segments, chunk }) {
  if (segments && isJpeg(thumb) && profileSegments(thumb).length === 0) {
    return joined(thumb.subarray(0, 2), ...segments, thumb.subarray(2));
  }
  if (chunk && isPng(thumb) && !findPngChunk(thumb)) {
    return joined(thumb.subarray(0, PNG_HEADER), chunk, thumb.subarray(PNG_HEADER));
  }
  return undefined;
}

/** @param {Uint8Array} bytes */
function isJpeg(bytes) {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** @param {Uint8Array} bytes */
function isPng(bytes) {
  return text(bytes, 1, 3) === 'PNG';
}

/** @param {Uint8Array} bytes */
function isWebp(bytes) {
  return text(bytes, 8, 4) === 'WEBP';
}

/** Whether a profile's header declares RGB colours. @param {Uint8Array} profile */
function isRgb(profile) {
  return text(profile, 16, 4) === 'RGB ';
}

/**
 * The segments of a JPEG's profile, each with its marker and length.
 * @param {Uint8Array} bytes
 */
function profileSegments(bytes) {
  const segments = [];
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== JPEG_PIXELS) {
    // The length includes its own two bytes, but not the marker's.
    const end = at + 2 + bytes[at + 2] * 2 ** 8 + bytes[at + 3];
    const isProfile = bytes[at + 1] === JPEG_APP2 && text(bytes, at + 4, 11) === 'ICC_PROFILE';
    if (isProfile && end <= bytes.length) segments.push(bytes.subarray(at, end));
    at = end;
  }
  return segments;
}

/**
 * Finds a PNG's profile chunk, which precedes the pixels (`IDAT`). The result includes the chunk's length and checksum.
 * @param {Uint8Array} bytes
 */
function findPngChunk(bytes) {
  let at = PNG_SIGNATURE;
  while (at + PNG_CHUNK <= bytes.length) {
    const end = at + PNG_CHUNK + bigEndianAt(bytes, at);
    const name = text(bytes, at + 4, 4);
    if (name === 'IDAT') return undefined;
    if (name === 'iCCP') return end <= bytes.length ? bytes.subarray(at, end) : undefined;
    at = end;
  }
  return undefined;
}

/**
 * Formats a profile as an uncompressed chunk of a PNG: length, name, content, checksum of name and content.
 * @param {Uint8Array} profile
 */
function toPngChunk(profile) {
  // The chunk's name, an arbitrary profile name and its terminating zero, and the compression method (always zero).
  const names = [...lettersOf('iCCP'), ...lettersOf('ICC'), 0, 0];
  const named = joined(names, uncompressed(profile));
  const length = named.length - 'iCCP'.length;
  return joined(bigEndian(length), named, bigEndian(crc32(named)));
}

/**
 * Wraps bytes in the format of zlib (RFC 1950, 1951) without compressing them: header, one stored block, checksum.
 * @param {Uint8Array} bytes up to the size of a block
 */
function uncompressed(bytes) {
  const { length } = bytes;
  const header = [0x78, 1];
  const isLastBlock = 1;
  // The length and its complement, each with the lower byte first.
  const block = [isLastBlock, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255];
  return joined(header, block, bytes, adler32(bytes));
}

/** The checksum that zlib uses. @param {Uint8Array} bytes @returns four bytes */
function adler32(bytes) {
  let sum = 1;
  let sumOfSums = 0;
  for (const byte of bytes) {
    sum = (sum + byte) % 65_521;
    sumOfSums = (sumOfSums + sum) % 65_521;
  }
  return [sumOfSums >> 8, sumOfSums & 255, sum >> 8, sum & 255];
}

/** The checksum that PNG uses. @param {Uint8Array} bytes */
function crc32(bytes) {
  let remainder = -1;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      const divisor = remainder & 1 ? 0xed_b8_83_20 : 0;
      remainder = (remainder >>> 1) ^ divisor;
    }
  }
  return ~remainder;
}

/** @param {string} word in ASCII */
function lettersOf(word) {
  return [...word].map((letter) => letter.charCodeAt(0));
}

/** @param {number} value @returns four bytes */
function bigEndian(value) {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
}

/** Reads four bytes, the highest first. @param {Uint8Array} bytes @param {number} at */
function bigEndianAt(bytes, at) {
  return bytes[at] * 2 ** 24 + bytes[at + 1] * 2 ** 16 + bytes[at + 2] * 2 ** 8 + bytes[at + 3];
}

/** Reads four bytes, the lowest first. @param {Uint8Array} bytes @param {number} at */
function littleEndianAt(bytes, at) {
  return bytes[at] + bytes[at + 1] * 2 ** 8 + bytes[at + 2] * 2 ** 16 + bytes[at + 3] * 2 ** 24;
}

/** @param {(Uint8Array | number[])[]} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length
 */
function text(bytes, start, length) {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

module.exports = { keepProfile };
