// Removes a picture's metadata: where, when and with which device it was taken, embedded previews, and comments. Also
// removes data after the image. Keeps the orientation, the colour profile and the animation, and copies the pixels
// unchanged.

const PNG_CHUNKS =
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' ');

const WEBP_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array | undefined} the picture without its metadata; undefined if it has no metadata, or if it is not a
 *   JPEG, PNG or WebP
 * @throws Error if the picture is so damaged that its parts cannot be told apart
 */
function stripMetadata(bytes) {
  const parts = splitParts(bytes);
  if (!parts) return undefined;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length === bytes.length && parts.every((part) => part.buffer === bytes.buffer)) return undefined;
  const stripped = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    stripped.set(part, at);
    at += part.length;
  }
  return stripped;
}

/** @param {Uint8Array} bytes @returns {Uint8Array[] | undefined} the parts to keep, in order */
function splitParts(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegParts(bytes);
  if (textAt(bytes, 1, 3) === 'PNG') return pngParts(bytes);
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return webpParts(bytes);
  return undefined;
}

/** @param {Uint8Array} bytes */
function jpegParts(bytes) {
  const view = new DataView(bytes.buffer);
  const parts = [bytes.subarray(0, 2)];
  let orientation = 1;
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) throw new Error('A marker is missing.');
    if (marker === 0xd9) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) throw new Error('A segment has no end.');
    const name = textAt(bytes, at + 4, 11);
    if (marker === 0xe0 && name.startsWith('JFIF')) {
      // A JFIF header has 16 bytes. If a preview follows it, the preview is removed.
      if (end === at + 18) parts.push(bytes.subarray(at, end));
      else parts.push(toBytes([0xff, 0xe0, 0, 16]), bytes.subarray(at + 4, at + 16), toBytes([0, 0]));
    } else if (marker === 0xe1 && name.startsWith('Exif')) {
      orientation = orientationIn(bytes.subarray(at + 10, end)) || orientation;
    } else if ((marker === 0xe2 && name === 'ICC_PROFILE') || (marker === 0xee && name.startsWith('Adobe'))) {
      parts.push(bytes.subarray(at, end));
    } else if (marker !== 0xfe && !(marker >= 0xe0 && marker <= 0xef)) {
      // After the start of a scan (SOS), image data follows until the next marker.
      const next = marker === 0xda ? endOfScan(bytes, end) : end;
      parts.push(bytes.subarray(at, next));
      at = next;
      continue;
    }
    at = end;
  }
  parts.push(bytes.subarray(at, at + 2));
  if (orientation !== 1) {
    const content = [...textBytes('Exif\0\0'), ...tiffWith(orientation)];
    parts.splice(1, 0, toBytes([0xff, 0xe1, 0, content.length + 2, ...content]));
  }
  return parts;
}

/** @param {Uint8Array} bytes @param {number} start */
function endOfScan(bytes, start) {
  let at = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    if (at < 0 || next === undefined) throw new Error('The image has no end.');
    // An escaped 0xff in the image data, or a restart marker.
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else if (next === 0xff) at += 1;
    else return at;
  }
}

/** @param {Uint8Array} bytes */
function pngParts(bytes) {
  const view = new DataView(bytes.buffer);
  const parts = [bytes.subarray(0, 8)];
  let at = 8;
  for (let name = ''; name !== 'IEND';) {
    name = textAt(bytes, at + 4, 4);
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) throw new Error('A chunk has no end.');
    if (PNG_CHUNKS.includes(name)) parts.push(bytes.subarray(at, end));
    const orientation = name === 'eXIf' ? orientationIn(bytes.subarray(at + 8, end - 4)) : 1;
    if (orientation > 1) {
      const chunk = [...textBytes('eXIf'), ...tiffWith(orientation)];
      parts.push(toBytes([0, 0, 0, chunk.length - 4, ...chunk, ...checksum(chunk)]));
    }
    at = end;
  }
  return parts;
}

/** @param {Uint8Array} bytes */
function webpParts(bytes) {
  const view = new DataView(bytes.buffer);
  /** @type {Uint8Array[]} */
  const parts = [];
  const last = Math.min(bytes.length, view.getUint32(4, true) + 8);
  let orientation = 1;
  for (let at = 12; at < last;) {
    const name = textAt(bytes, at, 4);
    const size = view.getUint32(at + 4, true);
    // A chunk with an odd size is padded with one byte. The last chunk may lack that byte.
    const end = Math.min(at + 8 + size + (size % 2), bytes.length);
    if (at + 8 + size > bytes.length) throw new Error('A chunk has no end.');
    if (WEBP_CHUNKS.includes(name)) parts.push(bytes.subarray(at, end));
    if (name === 'EXIF') {
      const skipped = textAt(bytes, at + 8, 4) === 'Exif' ? 14 : 8;
      orientation = orientationIn(bytes.subarray(at + skipped, end)) || 1;
    }
    at = end;
  }
  if (orientation !== 1) {
    const tiff = tiffWith(orientation);
    parts.push(toBytes([...textBytes('EXIF'), tiff.length, 0, 0, 0, ...tiff]));
  }
  const [first] = parts;
  if (first && textAt(first, 0, 4) === 'VP8X') {
    const flags = (first[8] ?? 0) & ~0x0c;
    const header = new Uint8Array(first);
    header[8] = orientation === 1 ? flags : flags | 0x08;
    if (header[8] !== first[8]) parts[0] = header;
  }
  const size = parts.reduce((sum, part) => sum + part.length, 4);
  if (size === view.getUint32(4, true)) return [bytes.subarray(0, 12), ...parts];
  const head = new Uint8Array(bytes.subarray(0, 12));
  new DataView(head.buffer).setUint32(4, size, true);
  return [head, ...parts];
}

/**
 * Reads the orientation from an Exif block's TIFF data. Returns 0 if there is none.
 * @param {Uint8Array} tiff
 */
function orientationIn(tiff) {
  const view = new DataView(new Uint8Array(tiff).buffer);
  try {
    const isLittle = view.getUint16(0) === 0x4949;
    const entries = view.getUint32(4, isLittle);
    for (let index = 0; index < view.getUint16(entries, isLittle); index += 1) {
      const at = entries + 2 + 12 * index;
      const value = view.getUint16(at + 8, isLittle);
      if (view.getUint16(at, isLittle) === 0x0112) return value >= 1 && value <= 8 ? value : 0;
    }
  } catch {
    // The block is damaged, so it has no orientation.
  }
  return 0;
}

/** @param {number} orientation */
function tiffWith(orientation) {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
}

/** Computes the CRC-32 of a PNG chunk. @param {number[]} bytes */
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  crc = ~crc;
  return [24, 16, 8, 0].map((shift) => (crc >>> shift) & 0xff);
}

/** @param {Uint8Array} bytes @param {number} at @param {number} length */
function textAt(bytes, at, length) {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** @param {string} text */
function textBytes(text) {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

/** @param {number[]} bytes */
function toBytes(bytes) {
  return new Uint8Array(bytes);
}

module.exports = { stripMetadata };
