import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/**
 * Whether a file of a build in the store, or a compressed form of it, holds what was built.
 *
 * @param form the name that it is stored by: the file's own, or with `.br` or `.gz`
 * @param integrity of the uncompressed bytes, `sha384-…`
 */
export function hasIntegrity(form: string, content: Buffer, integrity: string): boolean {
  return hashOf(form, content, 'sha384', 'base64') === integrity.replace('sha384-', '');
}

/**
 * Whether a page in the store, or a compressed form of it, holds the content that it is stored by.
 *
 * @param form the name that it is stored by, perhaps with `.br` or `.gz`
 * @param hash of the uncompressed bytes, SHA-256 in hex
 */
export function hasHash(form: string, content: Buffer, hash: string): boolean {
  return hashOf(form, content, 'sha256', 'hex') === hash;
}

function hashOf(form: string, content: Buffer, algorithm: string, encoding: 'base64' | 'hex') {
  try {
    return createHash(algorithm).update(unpack(form, content)).digest(encoding);
  } catch {
    // What cannot be decompressed is no form of it.
    return undefined;
  }
}

function unpack(form: string, content: Buffer): Buffer {
  const unpackSync = { br: brotliDecompressSync, gz: gunzipSync }[form.split('.').at(-1) ?? ''];
  if (!unpackSync) return content;
  // With `info` both give more than their types say.
  const { buffer, engine } = unpackSync(content, { info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  if (engine.bytesWritten !== content.length) throw new Error('There is something behind it.');
  return buffer;
}
