import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const CACHE = resolve(import.meta.dirname, '../../.local/cache');

/** The time limit for a download, in milliseconds. */
const LIMIT = 240_000;

/** Returns an environment in which commands run on the given Node version. Downloads that version if necessary. */
export async function nodeEnvironment(version: string): Promise<{ PATH: string }> {
  return { PATH: `${await fetchNode(version)}${delimiter}${process.env.PATH}` };
}

/**
 * Downloads a Node version from the package registry, unless the cache already contains it. The registry's packages
 * `node-<platform>-<arch>` contain Node's official binaries, so the machine needs access only to the registry.
 *
 * @returns the folder that contains the executable `node`
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
    // Run npm in the download's own folder. In the checkout's root, npm would also install the workspaces.
    await promisify(execFile)('npm', words, { cwd: partial, timeout: LIMIT });
    await rename(partial, folder);
  } catch (error) {
    // Ignore the error if another process has downloaded the same version in the meantime.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return bin;
}
