import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PocketBase, { BaseAuthStore, type ClientResponseError, type RecordService } from 'pocketbase';
import type { Superuser } from './openSuperuser';

const SEED_DIR = resolve(import.meta.dirname, '../seed');
const CALL_MS = 60_000;

/** A project (§3) in `projects.json`, with a fixed id and files in `pictures/`. */
export interface Sample extends Record<string, unknown> {
  id: string;
  title: string;
  /** HTML that refers to the project's pictures by their names in `images`: `<img src="shapes.jpg">`. */
  long_description: string;
  cover_Image: string;
  images: string[];
}

interface SeedProjectsOptions {
  /** The URL of a running PocketBase, without a trailing slash. */
  url: string;
  superuser: Superuser;
  /** The data directory of the running PocketBase. */
  dataDir: string;
  log: (line: string) => void;
  seedDir?: string;
}

/**
 * Fills an empty portfolio (§3 projects) with the sample projects, one by one, so that `sort=created` returns them in the
 * order of `projects.json`. A marker file stays in the data directory until the seeding is finished, so that
 * after an interruption the next call adds the missing samples. A portfolio that contains other projects is not changed.
 * @returns the number of added projects
 * @throws Error that names the faulty picture or project
 */
export async function seedProjects(options: SeedProjectsOptions): Promise<number> {
  const { url, superuser, dataDir, log, seedDir = SEED_DIR } = options;
  // A repository that installs this folder as a package has no samples.
  if (!existsSync(join(seedDir, 'projects.json'))) return 0;
  const unfinished = join(dataDir, 'seeding-unfinished');
  const client = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  client.beforeSend = (address, request) => ({
    url: address,
    options: { ...request, signal: AbortSignal.timeout(CALL_MS) },
  });
  // Signs in to see drafts, too, because a portfolio that contains only drafts is not empty.
  await client.collection('_superusers').authWithPassword(superuser.email, superuser.password);
  const portfolio = client.collection('projects');
  const present = (await portfolio.getFullList({ fields: 'id' })).map(({ id }) => id);
  if (present.length > 0 && !existsSync(unfinished)) return 0;

  const text = await readFile(join(seedDir, 'projects.json'), 'utf8');
  const { projects } = JSON.parse(text) as { projects: Sample[] };
  const missing = projects.filter(({ id }) => !present.includes(id));
  const open = async (name: string) => new File([await readFile(join(seedDir, 'pictures', name))], name);
  // Reads all pictures first, so that a missing picture leaves the portfolio unchanged.
  const records = await Promise.all(
    missing.map(async ({ cover_Image: cover, images, ...texts }) => ({
      ...texts,
      cover_Image: cover && (await open(cover)),
      images: await Promise.all(images.map(open)),
    })),
  );
  await writeFile(unfinished, 'The sample projects are being added. The next start continues.\n');
  for (const record of records) {
    await portfolio.create(record).catch((error: unknown) => {
      const { message, response } = error as ClientResponseError;
      throw new Error(
        `The sample "${record.title}" was not saved: ${message} ${JSON.stringify(response.data)}`,
      );
    });
    // `created` determines the order, so no two projects may be created in the same millisecond.
    await wait(2);
  }
  for (const sample of projects) await placePictures(portfolio, sample);
  await rm(unfinished);
  log(`${missing.length} sample projects were added.`);
  return missing.length;
}

/** Replaces the picture names in a sample's text with URLs, which are known only after the backend has saved the files. */
async function placePictures(portfolio: RecordService, { id, long_description: text, images }: Sample) {
  if (!images.some((name) => text.includes(sourceOf(name)))) return;
  const record = await portfolio.getOne<Sample>(id);
  // An interrupted seeding may already have inserted the URLs, or an editor may have changed the text since.
  if (record.long_description !== text) return;
  const placed = images.reduce((html, name, index) => {
    const address = `/api/files/projects/${id}/${record.images[index]}`;
    return html.replaceAll(sourceOf(name), sourceOf(address));
  }, text);
  await portfolio.update(id, { long_description: placed });
}

const sourceOf = (address: string) => `src="${address}"`;
