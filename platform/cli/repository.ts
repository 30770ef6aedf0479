import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nearestFolder } from '../build/packageFolder';

/** The repository in which this process runs: the nearest folder with a `package.json`, otherwise the current folder. */
export const repository =
  nearestFolder(process.cwd(), (folder) => existsSync(join(folder, 'package.json'))) ?? process.cwd();

export const dataDir = resolve(repository, process.env.DATA_DIR || '.local');

export const log = (line: string): void => console.log(line);
