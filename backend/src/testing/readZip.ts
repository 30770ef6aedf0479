import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';

/** The files of a small archive, by their path. */
export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const files = Object.entries(unzipSync(await readFile(path)));
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes)]));
}
