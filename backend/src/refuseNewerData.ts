import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Which PocketBase and which of our migrations a data directory was last opened with. */
interface DataVersion {
  pocketBase: string;
  migrations: string[];
}

/**
 * Refuses data that was last opened by a newer PocketBase or by a newer version of this project. PocketBase itself
 * does not look, and an older one could damage what it does not know.
 * @param version the PocketBase that is about to open the data, `0.40.6` for instance.
 * @throws Error that says what to do.
 */
export async function refuseNewerData(
  dataDir: string,
  migrationsDir: string,
  version: string,
): Promise<void> {
  const data = await readDataVersion(dataDir);
  if (data === undefined) return;
  if (isNewer(data.pocketBase, version)) {
    throw new Error(
      `The data in ${dataDir} was last opened by PocketBase ${data.pocketBase}, which is newer than ${version}. ` +
        `Start it with PocketBase ${data.pocketBase}, or restore a backup that is older.`,
    );
  }
  const known = await migrationsIn(migrationsDir);
  const unknown = data.migrations.find((migration) => !known.includes(migration));
  if (unknown !== undefined) {
    throw new Error(
      `The data in ${dataDir} was last opened by a newer version of this project: the migration ${unknown} is not ` +
        'known here. Start the newer version, or restore a backup that is older.',
    );
  }
}

/** Notes what the data was opened with, for refuseNewerData at the next start. */
export async function recordDataVersion(
  dataDir: string,
  migrationsDir: string,
  version: string,
): Promise<void> {
  const data: DataVersion = { pocketBase: version, migrations: await migrationsIn(migrationsDir) };
  await writeFile(pathOf(dataDir), `${JSON.stringify(data, null, 2)}\n`);
}

async function readDataVersion(dataDir: string): Promise<DataVersion | undefined> {
  let text;
  try {
    text = await readFile(pathOf(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pocketBase, migrations } = JSON.parse(text) as Partial<DataVersion>;
    if (typeof pocketBase === 'string' && Array.isArray(migrations)) return { pocketBase, migrations };
  } catch {
    // Cut off while it was written; it is written anew after the next start.
  }
  return undefined;
}

async function migrationsIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.js')).sort();
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0;
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'data-version.json');
}
