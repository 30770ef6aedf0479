import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/**
 * Whether a file of a build in the store, or a compressed form of it, holds what was built.
 *
 * @param form the name that it is stored by: the file's own, or with `.br` or `.gz`
 * @param integrity of the uncompressed bytes, `sha384-…`
 */
export function hasIntegrity(form: string, content: Buffer, integrity: string): boolean {
  try {
    return `sha384-${createHash('sha384').update(unpack(form, content)).digest('base64')}` === integrity;
  } catch {
    // What cannot be decompressed is no form of it.
    return false;
  }
}

function unpack(form: string, content: Buffer): Buffer {
  if (form.endsWith('.br')) return brotliDecompressSync(content);
  return form.endsWith('.gz') ? gunzipSync(content) : content;
}
