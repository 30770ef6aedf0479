import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import type { Superuser } from './openSuperuser';
import { importProjects } from './operator/importProjects';
import { readPortfolio } from './operator/readPortfolio';

const SEED_DIR = resolve(import.meta.dirname, '../seed');
const CALL_MS = 60_000;

interface SeedProjectsOptions {
  /** Of a running PocketBase, without a trailing slash. */
  url: string;
  superuser: Superuser;
  /** The data directory of that PocketBase. */
  dataDir: string;
  log: (line: string) => void;
  /** See readPortfolio; each project has a fixed id, so that a seeding that was cut short knows what it has done. */
  seedDir?: string;
}

/**
 * Fills an empty portfolio (§3 projects) with the sample projects, one after the other, so that `sort=created` gives
 * them in the order of `projects.json`. A file in the data directory says that a seeding is under way: if it was cut
 * short, the next call adds the samples that are missing. A portfolio with any other content is left alone.
 * @returns how many projects were added.
 * @throws Error that names the picture or project that is to blame.
 */
export async function seedProjects(options: SeedProjectsOptions): Promise<number> {
  const { url, superuser, dataDir, log, seedDir = SEED_DIR } = options;
  const unfinished = join(dataDir, 'seeding-unfinished');
  const client = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  client.beforeSend = (address, request) => ({
    url: address,
    options: { ...request, signal: AbortSignal.timeout(CALL_MS) },
  });
  // As the operator: a portfolio of drafts is not empty.
  await client.collection('_superusers').authWithPassword(superuser.email, superuser.password);
  const present = (await client.collection('projects').getFullList({ fields: 'id' })).map(({ id }) => id);
  if (present.length > 0 && !existsSync(unfinished)) return 0;

  // All is read first: a picture that is missing leaves nothing half done.
  const missing = (await readPortfolio(seedDir)).filter(({ id }) => !present.includes(id));
  await writeFile(unfinished, 'The sample projects are being added. The next start continues.\n');
  await importProjects(client, seedDir, missing, () => undefined);
  await rm(unfinished);
  log(`${missing.length} sample projects were added.`);
  return missing.length;
}
