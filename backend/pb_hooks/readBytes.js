/**
 * Reads the beginning of a file. PocketBase's `toBytes` would take half a second per megabyte.
 * @param {io.ReadSeekCloser | io.ReadCloser} reader is closed afterwards
 * @param {number} size the number of bytes to read; must not exceed the file's size
 */
function readBytes(reader, size) {
  const bytes = new Uint8Array(size);
  try {
    for (let at = 0; at < bytes.length;) {
      const count = reader.read(/** @type {any} */ (bytes.subarray(at)));
      if (count <= 0) throw new Error('The file has no end.');
      at += count;
    }
  } finally {
    reader.close();
  }
  return bytes;
}

module.exports = { readBytes };
