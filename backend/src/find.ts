import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { errorMessage } from '@site/shared/node/errorMessage';
import { findSubmissions } from './findSubmissions';
import { openSuperuser } from './openSuperuser';

/**
 * `npm run find`: asks for a name or an address, and lists the submissions that contain it. Reads the text from standard
 * input, because command-line arguments would be visible to other users and stay in the shell's history.
 * @throws Error if no backend uses the data directory, or if nothing is entered
 */
async function find(): Promise<void> {
  const dataDir = join(resolve(import.meta.dirname, '../..', process.env.DATA_DIR || '.local'), 'pocketbase');
  const url = await readFile(join(dataDir, 'address.json'), 'utf8').then(
    (text) => (JSON.parse(text) as { url: string }).url,
    () => {
      throw new Error(
        `No backend runs with the data in ${dataDir}. Start it first, or set DATA_DIR to the same directory as for the backend.`,
      );
    },
  );
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const text = await lines.question('A name or an address: ');
  lines.close();
  if (text.trim() === '') throw new Error('Nothing was entered, so nothing was searched for.');
  const found = await findSubmissions(url, await openSuperuser(dataDir), text);
  for (const { form, created, fields, link } of found)
    console.log(`${form}  ${created.slice(0, 10)}  ${fields.join(', ')}\n  ${link}`);
  console.log(found.length === 1 ? '1 submission contains it.' : `${found.length} submissions contain it.`);
}

await find().catch((error: unknown) => {
  console.error(errorMessage(error));
  process.exitCode = 1;
});
