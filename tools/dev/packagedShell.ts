import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artifact } from '../build/Artifact';
import { packageFolder } from '../build/packageFolder';

/** The shell as a repository has it that does not build it. */
interface PackagedShell {
  /** The folder of its development build. */
  development: string;
  /** The version of its production build, which a live site may have. */
  version: string;
}

/**
 * Finds the shell's builds among the packages of a repository.
 *
 * @throws Error that says what to do if they are not there
 */
export function packagedShell(repository: string): PackagedShell {
  const folder = packageFolder('@site/shell', repository);
  const [production, development] = [join(folder, 'dist/production'), join(folder, 'dist/development')];
  for (const build of [production, development])
    if (!existsSync(join(build, 'artifact.json')))
      throw new Error(`@site/shell has no build in ${build}. Install the package that npm pack makes of it.`);
  const { version } = JSON.parse(readFileSync(join(production, 'artifact.json'), 'utf8')) as Artifact;
  return { development, version };
}

/** Says that a live site does not have the shell of the package, whose production build has this version. */
export function describeOtherShell(version: string, live: string): string | undefined {
  if (version === live) return undefined;
  return `The live site has another shell, ${live}, than the package @site/shell here, ${version}: pages may look different there. Install the package of the live one.`;
}
