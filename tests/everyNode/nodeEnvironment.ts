import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const CACHE = resolve(import.meta.dirname, '../../.local/cache');

/** How long a download may take. Milliseconds. */
const LIMIT = 240_000;

/** The environment in which commands run on a Node version, which is fetched if need be. */
export async function nodeEnvironment(version: string): Promise<{ PATH: string }> {
  return { PATH: `${await fetchNode(version)}${delimiter}${process.env.PATH}` };
}

/**
 * Fetches a Node version from the package registry, unless it has been fetched before. The packages carry Node's own
 * binaries, so any version runs where only the registry can be reached.
 *
 * @returns the folder of the executable `node`
 * @throws Error if the registry has no such version for this machine, or does not answer in time
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
    // Not in this checkout, whose workspaces npm would install as well.
    await promisify(execFile)('npm', words, { cwd: partial, timeout: LIMIT });
    await rename(partial, folder);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return bin;
}
