/**
 * The beginning of a file. `toBytes` takes half a second for each megabyte.
 * @param {io.ReadSeekCloser | io.ReadCloser} reader is closed
 * @param {number} size how many bytes are read; at most as many as the file has
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
