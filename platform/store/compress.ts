import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256 } from '../build/sha256';

const COMPRESSIBLE = /\.(?:html|js|css|json|svg|xml|rss|atom|ics|csv|txt|webmanifest)$/;

/**
 * The Brotli settings for files that are not pages, for pages, and for pages that are compressed in a hurry. The following
 * figures were measured with one project page:
 *
 * - Quality 10 takes 14 ms. Quality 11 takes 36 ms and saves another 2.5 %.
 * - With qualities 5 to 9, the page is 5 to 7 % larger than with quality 10. Among these, it is smallest with quality 9.
 * - Quality 9 takes 0.9 ms with a window of 64 KB, which holds the whole page, and 11 ms with the default window.
 */
const EFFORT = {
  file: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  page: { [constants.BROTLI_PARAM_QUALITY]: 10 },
  hurry: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

const effortFor = (name: string, inHurry: boolean) => {
  if (!name.endsWith('.html')) return EFFORT.file;
  return inHurry ? EFFORT.hurry : EFFORT.page;
};

/**
 * The maximum size of a decompressed file, in bytes. Without this limit, a malicious preview's files could exhaust
 * memory.
 */
const SIZE_LIMIT = 100_000_000;

/** Lists the suffixes of the encodings in which a file is stored; `''` stands for the plain file. */
export function listEncodings(name: string): string[] {
  return COMPRESSIBLE.test(name) ? ['', '.br', '.gz'] : [''];
}

/**
 * Compresses a file before it is stored, so that the server does not have to compress it for each request. Files that
 * `COMPRESSIBLE` does not match, such as JPEGs, get no encodings.
 *
 * @param inHurry compresses a page much faster, but the result is about 5 % larger (see `EFFORT`)
 * @returns the contents of the file and of its encodings, `<name>.br` and `<name>.gz`, by name
 */
export async function compress(
  name: string,
  content: Buffer,
  { inHurry = false } = {},
): Promise<Map<string, Buffer>> {
  const files = new Map([[name, content]]);
  if (!COMPRESSIBLE.test(name)) return files;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        ...effortFor(name, inHurry),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return files.set(`${name}.br`, brotli).set(`${name}.gz`, gzipped);
}

/**
 * Whether a stored file, or one of its encodings, has the expected content.
 *
 * @param encoding the name or key of the stored file. A final `.br` or `.gz` says how its content is compressed
 * @param hash the expected hash of the uncompressed bytes
 * @param hashOf computes the hash; by default SHA-256 in hex, as for pages
 */
export function hasHash(
  encoding: string,
  content: Buffer,
  hash: string,
  hashOf: (bytes: Buffer) => string = sha256,
): boolean {
  const bytes = unpack(encoding, content);
  return bytes !== undefined && hashOf(bytes) === hash;
}

/** @returns undefined if the content cannot be decompressed, or if anything follows the compressed data */
function unpack(encoding: string, content: Buffer): Buffer | undefined {
  const unpackSync = { br: brotliDecompressSync, gz: gunzipSync }[encoding.split('.').at(-1) ?? ''];
  if (!unpackSync) return content;
  try {
    // Node's types lack the `info` option.
    const { buffer, engine } = unpackSync(content, {
      info: true,
      maxOutputLength: SIZE_LIMIT,
    }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return engine.bytesWritten === content.length ? buffer : undefined;
  } catch {
    return undefined;
  }
}
