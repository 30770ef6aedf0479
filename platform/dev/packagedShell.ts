import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildDescription } from '../build/BuildDescription';
import { packageFolder } from '../build/packageFolder';

interface PackagedShell {
  development: string;
  /** The version of the shell's production build, to compare with the version of the live site's shell. */
  version: string;
}

/**
 * Finds the shell's builds in the installed package `@site/shell`.
 *
 * @throws Error with advice if the package or one of its builds is missing
 */
export function packagedShell(repository: string): PackagedShell {
  const folder = packageFolder('@site/shell', repository);
  const production = join(folder, 'dist/production');
  const development = join(folder, 'dist/development');
  for (const build of [production, development])
    if (!existsSync(join(build, 'build.json')))
      throw new Error(
        `@site/shell has no build in ${build}. Build the shell, pack it with npm pack, and install that package.`,
      );
  const { version } = JSON.parse(readFileSync(join(production, 'build.json'), 'utf8')) as BuildDescription;
  return { development, version };
}

/**
 * Compares a live site's shell with the installed package.
 *
 * @param version the version of the package's production build
 * @param live the version of the live shell
 * @returns a warning if the versions differ; otherwise undefined
 */
export function describeOtherShell(version: string, live: string): string | undefined {
  if (version === live) return undefined;
  return `The live site has another shell (${live}) than the installed package @site/shell (${version}), so pages may look different there. Install the package of the live shell.`;
}
