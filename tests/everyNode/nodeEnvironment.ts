import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const CACHE = resolve(import.meta.dirname, '../../.local/cache');

/** The time limit for a download, in milliseconds. */
const LIMIT = 240_000;

/** Returns environment variables that make commands run with a certain Node version. Downloads that version if necessary. */
export async function nodeEnvironment(version: string): Promise<{ PATH: string }> {
  return { PATH: `${await fetchNode(version)}${delimiter}${process.env.PATH}` };
}

/**
 * Downloads a Node version from the package registry, unless it is in the cache. The packages contain Node's official
 * binaries, so a machine only needs access to the registry.
 *
 * @returns the folder of the executable `node`
 * @throws Error if the registry does not have this version for this machine, or does not respond in time
 */
async function fetchNode(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(CACHE, `node-${version}-${process.platform}-${process.arch}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  if (existsSync(folder)) return bin;

  await mkdir(CACHE, { recursive: true });
  const partial = await mkdtemp(`${folder}.`);
  try {
    const options = ['--ignore-scripts', '--no-save', '--no-package-lock'];
    const words = ['install', ...options, '--prefix', partial, `${name}@${version}`];
    // npm runs outside this checkout. Inside the checkout, npm would also install the workspaces.
    await promisify(execFile)('npm', words, { cwd: partial, timeout: LIMIT });
    await rename(partial, folder);
  } catch (error) {
    // Another process may have downloaded the same version in the meantime.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return bin;
}
