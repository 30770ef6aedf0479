import { ownerOf } from '@site/shared/ownerOf';
// The whole package takes longer to load than a page to render.
import satisfies from 'semver/functions/satisfies.js';
import type { Artifact } from '../../build/Artifact';

/**
 * Refuses a set of builds that cannot work together.
 *
 * @returns the shell among them
 * @throws Error that says what does not fit, why, and how to mend it
 */
export function assertCompatible(artifacts: Artifact[]): Artifact {
  const shell = artifacts.find(({ remote }) => !remote);
  const remotes = artifacts.flatMap(({ app, shared, router, remote }) =>
    remote ? [{ app, shared, router, ...remote }] : [],
  );
  const twice = artifacts.find(({ app }, at) => artifacts.findIndex((one) => one.app === app) < at);
  if (twice) throw new Error(`There are two builds of ${twice.app}: name one.`);
  if (!shell) {
    throw new Error('No shell is live yet: deploy it together with the first remotes.');
  }

  for (const { app, name, mount, paths, shared, router } of remotes) {
    for (const other of remotes.filter((one) => one.app !== app)) {
      if (other.mount === mount) {
        throw new Error(`${app} and ${other.app} both mount at ${mount}: give one another mount.`);
      }
      if (other.name === name) {
        throw new Error(`${app} and ${other.app} both have the name ${name}: rename one.`);
      }
    }
    for (const path of paths) {
      const owner = ownerOf(path, remotes);
      if (owner?.app !== app) {
        throw new Error(
          `${path} of ${app} is not below its mount ${mount}: browsers take it for a page of ${owner?.app ?? 'nobody'}.`,
        );
      }
    }

    for (const [name, required] of Object.entries(shared)) {
      const provided = shell.shared[name];
      if (provided === undefined) {
        throw new Error(
          `${app} needs ${name}, which the shell does not provide: deploy a shell that does first.`,
        );
      }
      if (!satisfies(provided, `^${required}`)) {
        throw new Error(
          `${app} was built with ${name} ${required}, the shell provides ${provided}: deploy both in one release.`,
        );
      }
    }

    const lost = router.find((name) => !shell.router.includes(name));
    if (lost) {
      throw new Error(
        `${app} uses ${lost} of @site/shared/router, which the shell does not export: export it again, or deploy a build of ${app} without it in the same release.`,
      );
    }
  }
  return shell;
}
