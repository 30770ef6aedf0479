import { readdir } from 'node:fs/promises';
import { jsonFile } from './jsonFile';

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
  const { pocketBase = '', migrations = [] } = (await versionFile(dataDir).read()) ?? {};
  if (pocketBase.localeCompare(version, 'en', { numeric: true }) > 0) {
    throw new Error(
      `The data in ${dataDir} was last opened by PocketBase ${pocketBase}, which is newer than ${version}. ` +
        `Start it with PocketBase ${pocketBase}, or restore a backup that is older.`,
    );
  }
  const known = await migrationsIn(migrationsDir);
  const unknown = migrations.find((migration) => !known.includes(migration));
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
  const migrations = await migrationsIn(migrationsDir);
  await versionFile(dataDir).write({ pocketBase: version, migrations });
}

async function migrationsIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith('.js')).sort();
}

function versionFile(dataDir: string) {
  return jsonFile<DataVersion>(dataDir, 'data-version.json');
}
