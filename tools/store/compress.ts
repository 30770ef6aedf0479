import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sha256 } from '../build/sha256';

const COMPRESSIBLE = /\.(?:html|js|css|json|svg|xml|txt|webmanifest)$/;

/**
 * How hard brotli tries for a file of a build, for a page, and for a page in a hurry. For a project's page quality 10 takes
 * 14 ms, and 11 36 ms for 2.5 % fewer bytes. All of 5 to 9 make 5 to 7 % more bytes than 10. Of them 9 makes the fewest, in
 * 0.9 ms with a window of 64 KB, which is more than such a page has; with brotli's own window it takes 11 ms.
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
 * Far more than any file of a site has: what somebody stores as a preview may expand to more than memory holds. Bytes.
 */
const SIZE_LIMIT = 100_000_000;

/** What is put behind a file's name for each of its forms in a store, the file itself among them. */
export function formsOf(name: string): string[] {
  return COMPRESSIBLE.test(name) ? ['', '.br', '.gz'] : [''];
}

/**
 * A file and its compressed forms, `<name>.br` and `<name>.gz`, for servers that only copy bytes. Formats that
 * are compressed already stay alone.
 *
 * @param inHurry takes a tenth of the time for a page, and 5 % more bytes
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
 * Whether a file in the store, or a compressed form of it, holds what it should.
 *
 * @param form the name that it is stored by, perhaps with `.br` or `.gz`
 * @param hash of the uncompressed bytes
 * @param hashOf makes it, a page's if nothing else is said
 */
export function hasHash(
  form: string,
  content: Buffer,
  hash: string,
  hashOf: (bytes: Buffer) => string = sha256,
): boolean {
  const bytes = unpack(form, content);
  return bytes !== undefined && hashOf(bytes) === hash;
}

/** @returns undefined if it cannot be decompressed, or if anything follows it */
function unpack(form: string, content: Buffer): Buffer | undefined {
  const unpackSync = { br: brotliDecompressSync, gz: gunzipSync }[form.split('.').at(-1) ?? ''];
  if (!unpackSync) return content;
  try {
    // With `info` both give more than their types say.
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
