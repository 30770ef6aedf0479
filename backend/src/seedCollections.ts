import { existsSync, readdirSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PocketBase, { BaseAuthStore, type ClientResponseError } from 'pocketbase';
import type { Superuser } from './openSuperuser';

const CALL_MS = 60_000;

/**
 * A sample record with a fixed id. Its file fields contain the names of files in `pictures/`. Its texts may refer to
 * these files with attributes such as `src="shapes.jpg"`.
 */
export interface Sample extends Record<string, unknown> {
  id: string;
}

interface Samples {
  collection: string;
  records: Sample[];
  pictures: string;
}

interface SeedOptions {
  /** The URL of a running PocketBase, without a trailing slash. */
  url: string;
  superuser: Superuser;
  dataDir: string;
  log: (line: string) => void;
  /** The sample directories. Each JSON file in them maps collection names to lists of samples. */
  seedDirs: readonly string[];
}

/** Lists the `seed` directories in a repository's root and in its top-level folders. */
export function findSeedDirs(repository: string): string[] {
  const folders = ['.', ...readdirSync(repository).sort()];
  return folders.map((folder) => join(repository, folder, 'seed')).filter((seed) => existsSync(seed));
}

/**
 * Fills each empty collection with its samples, one by one, so that `sort=created` returns them in the file's order. A
 * marker file names the collection until all its samples have been added. If the seeding is interrupted, the next call
 * adds the missing samples to that collection. Any other collection that contains records is not changed.
 * @returns the number of added records
 * @throws Error that names the faulty picture, record or collection
 */
export async function seedCollections(options: SeedOptions): Promise<number> {
  const client = new PocketBase(options.url, new BaseAuthStore()).autoCancellation(false);
  client.beforeSend = (address, request) => ({
    url: address,
    options: { ...request, signal: AbortSignal.timeout(CALL_MS) },
  });
  const { email, password } = options.superuser;
  // Signs in to see drafts as well, because a portfolio that contains only drafts is not empty.
  await client.collection('_superusers').authWithPassword(email, password);
  let added = 0;
  for (const samples of await readSamples(options.seedDirs)) added += await seed(client, samples, options);
  return added;
}

async function readSamples(seedDirs: readonly string[]): Promise<Samples[]> {
  const found: Samples[] = [];
  for (const directory of seedDirs) {
    const files = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
    for (const file of files) {
      const content = JSON.parse(await readFile(join(directory, file), 'utf8')) as Record<string, unknown>;
      for (const [collection, records] of Object.entries(content)) {
        if (!Array.isArray(records)) continue;
        if ((records as Partial<Sample>[]).some(({ id }) => !id))
          throw new Error(`A sample of ${collection} in ${join(directory, file)} has no id.`);
        found.push({ collection, records: records as Sample[], pictures: join(directory, 'pictures') });
      }
    }
  }
  return found;
}

async function seed(
  client: PocketBase,
  { collection, records, pictures }: Samples,
  { dataDir, log }: SeedOptions,
): Promise<number> {
  const marker = join(dataDir, 'seeding-unfinished');
  const known = await client.collections.getOne(collection).catch((error: unknown) => {
    if ((error as ClientResponseError).status !== 404) throw error;
    throw new Error(`There are samples of ${collection}, but no such collection: add its migration.`);
  });
  const present = (await client.collection(collection).getFullList({ fields: 'id' })).map(({ id }) => id);
  const isUnfinished = (await readFile(marker, 'utf8').catch(() => '')).trim() === collection;
  if (present.length > 0 && !isUnfinished) return 0;

  const fileFields = known.fields.filter(({ type }) => type === 'file').map(({ name }) => name);
  const missing = records.filter(({ id }) => !present.includes(id));
  // Reads all pictures first, so that a missing picture leaves the collection unchanged.
  const open = async (name: string) => new File([await readFile(join(pictures, name))], name);
  const complete = await Promise.all(
    missing.map(async (sample) => {
      const filled: Record<string, unknown> = { ...sample };
      for (const field of fileFields) filled[field] = await Promise.all(namesIn(sample[field]).map(open));
      return filled;
    }),
  );
  await writeFile(marker, collection);
  for (const record of complete) {
    await client
      .collection(collection)
      .create(record)
      .catch((error: unknown) => {
        const { message, response } = error as ClientResponseError;
        const name = String(record.title ?? record.id);
        throw new Error(`The sample "${name}" was not saved: ${message} ${JSON.stringify(response.data)}`);
      });
    // `created` determines the order, so no two records may be created in the same millisecond.
    await wait(2);
  }
  for (const sample of records) await placePictures(client, collection, sample, fileFields);
  await rm(marker);
  log(`${missing.length} samples were added to ${collection}.`);
  return missing.length;
}

function namesIn(value: unknown): string[] {
  return [value].flat().filter((name): name is string => typeof name === 'string' && name !== '');
}

/** Replaces the picture names in a sample's texts with URLs. They are known only once the backend has saved the files. */
async function placePictures(client: PocketBase, collection: string, sample: Sample, fileFields: string[]) {
  const given = fileFields.flatMap((field) => namesIn(sample[field]));
  const texts = Object.entries(sample).filter(
    ([, text]) => typeof text === 'string' && given.some((name) => text.includes(sourceAttribute(name))),
  ) as [field: string, text: string][];
  if (texts.length === 0) return;
  const record = await client.collection(collection).getOne(sample.id);
  const saved = fileFields.flatMap((field) => namesIn(record[field]));
  const placed: Record<string, string> = {};
  for (const [field, text] of texts) {
    // Skips a text that has changed. An interrupted seeding may have inserted the URLs, or an editor may have edited the
    // text.
    if (record[field] !== text) continue;
    placed[field] = given.reduce(
      (html, name, index) =>
        html.replaceAll(
          sourceAttribute(name),
          sourceAttribute(`/api/files/${collection}/${sample.id}/${saved[index]}`),
        ),
      text,
    );
  }
  if (Object.keys(placed).length > 0) await client.collection(collection).update(sample.id, placed);
}

const sourceAttribute = (address: string) => `src="${address}"`;
