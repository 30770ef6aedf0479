import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteConfig } from '@site/shared/contract';
import { versions } from '@site/shared/versions';
import { packageFolder } from './packageFolder';
import { CONTRACT, ROUTER, sharedModules } from './sharedModules';

const PACKAGE_MODULES = sharedModules.filter((name) => name !== ROUTER);

/** Returns the exact version of each module that the shell provides. @param directory the shell's folder */
export function providedVersions(directory: string): Record<string, string> {
  return {
    ...Object.fromEntries(
      PACKAGE_MODULES.map((name) => [name, installedVersion(findPackage(name), directory)]),
    ),
    [ROUTER]: versions.router,
    [CONTRACT]: versions.contract,
  };
}

/**
 * Returns the range of versions that a remote accepts for each shared module. A range that the remote declares takes
 * precedence over the installed version, so that the shell can update React without a new deployment of every remote.
 * Without a declared range, the remote accepts the installed version and later compatible ones.
 *
 * @param directory the remote's folder
 */
export function requiredVersions(directory: string, { requires }: RemoteConfig): Record<string, string> {
  const declared = declaredRanges(directory);
  const ofPackages = PACKAGE_MODULES.map((name) => {
    const declaring = findPackage(name);
    return [name, declared[declaring] ?? `^${installedVersion(declaring, directory)}`] as const;
  });
  return {
    ...Object.fromEntries(ofPackages),
    [ROUTER]: requires?.router ?? `^${versions.router}`,
    [CONTRACT]: requires?.contract ?? `^${versions.contract}`,
  };
}

function declaredRanges(directory: string): Record<string, string> {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return {};
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >;
  return { ...dependencies, ...peerDependencies };
}

function findPackage(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

/** Returns the installed version of a package that an app uses. @param directory the app's folder */
export function installedVersion(packageName: string, directory: string): string {
  const manifest = JSON.parse(
    readFileSync(join(packageFolder(packageName, directory), 'package.json'), 'utf8'),
  ) as { version: string };
  return manifest.version;
}
