const PIXELS = 100_000_000;

/** The greatest allowed ratio of a picture's longer side to its shorter side. */
const RATIO = 10;

/** How many of a file's first bytes are searched for the picture's size, which precedes the pixels. */
const HEAD = 256 * 1024;

/**
 * Reads a picture's width and height, in pixels.
 * @param {Uint8Array} file the picture's file, or its first `HEAD` bytes
 * @returns {{ width: number, height: number } | undefined} undefined if the file is not a JPEG, PNG or WebP, or if it
 *   ends before its size
 */
function readSize(file) {
  const bytes = file.slice(0, HEAD);
  const text = (/** @type {number} */ at, /** @type {number} */ length) =>
    String.fromCharCode(...bytes.subarray(at, at + length));
  const view = new DataView(bytes.buffer);
  try {
    if (text(1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) };
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(view);
    if (text(8, 4) === 'WEBP') return webpSize(view, text(12, 4));
  } catch {
    // The file ends before its size.
  }
  return undefined;
}

/** @param {DataView} view */
function jpegSize(view) {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    // A start-of-frame segment (SOF) contains the size. Three of the markers in this range begin other segments.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

/**
 * @param {DataView} view
 * @param {string} format the name of the first chunk: `VP8 ` (lossy), `VP8L` (lossless) or `VP8X` (extended)
 */
function webpSize(view, format) {
  if (format === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  const bits = view.getUint32(21, true);
  if (format === 'VP8L') return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  const at = (/** @type {number} */ start) =>
    view.getUint16(start, true) + view.getUint8(start + 2) * 2 ** 16 + 1;
  return { width: at(24), height: at(27) };
}

/** @param {{ width: number, height: number } | undefined} size */
function isTooLarge(size) {
  if (size === undefined) return false;
  const { width, height } = size;
  return width * height > PIXELS || Math.max(width, height) > RATIO * Math.min(width, height);
}

module.exports = { HEAD, readSize, isTooLarge };
