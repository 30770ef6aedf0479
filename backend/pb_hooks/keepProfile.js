/** How many bytes of a picture are read. Its colour profile comes before the pixels. */
const HEAD = 256 * 1024;

/** The largest profile that is written into a PNG, in bytes: the size of one uncompressed block. */
const BLOCK = 65_535;

/**
 * Adds the colour profile of a picture to its thumb, when the thumb is first requested.
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
    // PocketBase's types require a plain array, but the conversion to one would take three times as long.
    if (bytes) files.upload(/** @type {any} */ (bytes), thumb);
  } catch (error) {
    // The thumb is sent without a profile.
    $app
      .logger()
      .warn('The colour profile of a thumb could not be added.', 'thumb', thumb, 'error', `${error}`);
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
  if (isJpeg(bytes)) {
    const segments = profileSegments(bytes);
    const isComplete = segments.length > 0 && segments.length === segments[0][17];
    return isComplete && text(segments[0], 34, 4) === 'RGB ' ? { segments } : undefined;
  }
  if (isPng(bytes)) {
    const isGrey = [0, 4].includes(bytes[25]);
    const chunk = isGrey ? undefined : findChunk(bytes);
    return chunk && { chunk };
  }
  if (text(bytes, 8, 4) !== 'WEBP') return undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes[at + 4] + bytes[at + 5] * 2 ** 8 + bytes[at + 6] * 2 ** 16 + bytes[at + 7] * 2 ** 24;
    const profile = bytes.subarray(at + 8, at + 8 + size);
    if (text(bytes, at, 4) === 'ICCP') {
      const isKept = profile.length === size && size <= BLOCK && text(profile, 16, 4) === 'RGB ';
      return isKept ? { chunk: toChunk(profile) } : undefined;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/**
 * @param {Uint8Array} thumb
 * @param {Profile} profile
 * @returns {Uint8Array | undefined} undefined if the thumb already has a profile, or has another format
 */
function withProfile(thumb, { segments, chunk }) {
  if (segments && isJpeg(thumb) && profileSegments(thumb).length === 0) {
    return joined(thumb.subarray(0, 2), ...segments, thumb.subarray(2));
  }
  // A PNG's header takes 33 bytes.
  if (chunk && isPng(thumb) && !findChunk(thumb)) {
    return joined(thumb.subarray(0, 33), chunk, thumb.subarray(33));
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

/**
 * The segments of a JPEG's profile, each with its marker and length.
 * @param {Uint8Array} bytes
 */
function profileSegments(bytes) {
  const segments = [];
  // Stops at the marker that precedes the pixels.
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda;) {
    const end = at + 2 + bytes[at + 2] * 2 ** 8 + bytes[at + 3];
    const isProfile = bytes[at + 1] === 0xe2 && text(bytes, at + 4, 11) === 'ICC_PROFILE';
    if (isProfile && end <= bytes.length) segments.push(bytes.subarray(at, end));
    at = end;
  }
  return segments;
}

/**
 * The chunk of a PNG's profile, with its length and checksum.
 * @param {Uint8Array} bytes
 */
function findChunk(bytes) {
  for (let at = 8; at + 12 <= bytes.length && text(bytes, at + 4, 4) !== 'IDAT';) {
    const size = bytes[at] * 2 ** 24 + bytes[at + 1] * 2 ** 16 + bytes[at + 2] * 2 ** 8 + bytes[at + 3];
    const end = at + 12 + size;
    if (text(bytes, at + 4, 4) === 'iCCP') return end <= bytes.length ? bytes.subarray(at, end) : undefined;
    at = end;
  }
  return undefined;
}

/**
 * Formats a profile as an uncompressed chunk of a PNG.
 * @param {Uint8Array} profile
 */
function toChunk(profile) {
  const { length } = profile;
  let [low, high] = [1, 0];
  for (const byte of profile) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  const name = [...'iCCPICC'].map((letter) => letter.charCodeAt(0));
  const sizes = [length & 255, length >> 8, ~length & 255, (~length >> 8) & 255];
  const sum = [high >> 8, high & 255, low >> 8, low & 255];
  const content = joined([...name, 0, 0, 0x78, 1, 1, ...sizes], profile, sum);
  let checksum = -1;
  for (const byte of content) {
    checksum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xed_b8_83_20 : 0);
  }
  return joined(bigEndian(content.length - 4), content, bigEndian(~checksum));
}

/** @param {number} value */
function bigEndian(value) {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
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
