import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder with a package of its own, and the folders whose packages it names. */
export interface Workspace {
  folder: string;
  /** What ends up in what it makes. */
  dependencies: string[];
  /** What its tests and tools use on top. */
  devDependencies: string[];
}

/** The workspaces of a checkout, with what their `package.json` files say of each other. */
export function readWorkspaces(repository: string): Workspace[] {
  const packages = readdirSync(repository)
    .map((folder) => ({ folder, path: join(repository, folder, 'package.json') }))
    .filter(({ path }) => existsSync(path))
    .map(({ folder, path }) => ({ folder, ...(JSON.parse(readFileSync(path, 'utf8')) as PackageFile) }));
  const folders = new Map(packages.map(({ folder, name }) => [name, folder]));
  const named = (versions: Record<string, string> = {}) =>
    Object.keys(versions).flatMap((name) => folders.get(name) ?? []);
  return packages.map(({ folder, dependencies, devDependencies }) => ({
    folder,
    dependencies: named(dependencies),
    devDependencies: named(devDependencies),
  }));
}

interface PackageFile {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
