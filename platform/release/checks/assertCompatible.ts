import { findOwner } from '@site/shared/findOwner';
// Import only one function: loading all of semver takes longer than rendering a page.
import satisfies from 'semver/functions/satisfies.js';
import type { AppBuild } from '../Release';
import { CONTRACT, ROUTER } from '../../build/sharedModules';

type JudgedBuild = Pick<AppBuild, 'app' | 'remote' | 'shared' | 'router'>;

type DeclaredRemote = Pick<AppBuild, 'app' | 'shared' | 'router'> & NonNullable<AppBuild['remote']>;

/**
 * Checks that a set of builds can work together.
 *
 * @returns the shell's build
 * @throws Error that names the conflict and says how to resolve it
 */
export function assertCompatible<Build extends JudgedBuild>(builds: Build[]): Build {
  const shell = builds.find(({ remote }) => !remote);
  const duplicate = builds.find(({ app }, at) => builds.findIndex((one) => one.app === app) < at);
  if (duplicate) throw new Error(`There are two builds of ${duplicate.app}: deploy only one.`);
  if (!shell) {
    throw new Error('No shell is live yet: deploy it together with the first remotes.');
  }

  const remotes: DeclaredRemote[] = [];
  for (const { app, shared, router, remote } of builds) {
    if (remote) remotes.push({ app, shared, router, ...remote });
  }
  for (const remote of remotes) {
    for (const other of remotes) if (other !== remote) assertNoConflict(remote, other);
    assertOwnPaths(remote, remotes);
    assertProvided(remote, shell);
  }
  return shell;
}

function assertNoConflict({ app, name, mount, forms }: DeclaredRemote, other: DeclaredRemote): void {
  if (other.mount === mount) {
    throw new Error(`${app} and ${other.app} both mount at ${mount}: change the mount of one.`);
  }
  if (other.name === name) {
    throw new Error(`${app} and ${other.app} both have the name ${name}: rename one.`);
  }
  const form = forms.find((one) => other.forms.includes(one));
  if (form !== undefined) {
    throw new Error(
      `${app} and ${other.app} both have the form ${form}: only one remote can own a form. Remove it from one remote.config.ts, or use another collection there.`,
    );
  }
}

function assertOwnPaths({ app, mount, paths }: DeclaredRemote, remotes: DeclaredRemote[]): void {
  for (const path of paths) {
    const owner = findOwner(path, remotes);
    if (owner?.app !== app) {
      const consequence = owner ? `browsers would load it from ${owner.app}` : 'it would belong to no remote';
      throw new Error(`${path} does not belong to the mount ${mount} of ${app}: ${consequence}.`);
    }
  }
}

function assertProvided({ app, shared, router }: DeclaredRemote, shell: JudgedBuild): void {
  for (const [name, required] of Object.entries(shared)) {
    const provided = shell.shared[name];
    if (provided === undefined) {
      throw new Error(
        `${app} needs ${name}, which the shell does not provide: first deploy a shell that provides it.`,
      );
    }
    if (!satisfies(provided, required)) {
      const declaredIn = [CONTRACT, ROUTER].includes(name) ? 'remote.config.ts' : 'package.json';
      throw new Error(
        `${app} needs ${name} ${required}, but the shell provides ${provided}. In the same release, deploy a shell with ${required}, or a build of ${app} whose ${declaredIn} declares a range that includes ${provided}.`,
      );
    }
  }

  const missing = router.find((name) => !shell.router.includes(name));
  if (missing) {
    throw new Error(
      `${app} uses ${missing} from @site/shared/router, which the shell does not export: export it again or, in the same release, deploy a build of ${app} that does not use it.`,
    );
  }
}
