import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBlocks } from './readBlocks';
import { here } from './useCheckout';

/**
 * Writes each code block in a document to the file that is named above the block. Skips blocks without a file name.
 *
 * @returns all code blocks in the document
 */
export async function writeFiles(name: string, directory = here.directory) {
  const blocks = await readBlocks(here.path(name));
  for (const { file, text } of blocks) {
    if (!file) continue;
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
  return blocks;
}
