/**
 * The versions of the interfaces between the shell and remotes, as semver. Each build records the versions that it was built
 * with. A deployment checks that all builds are compatible. Raise the major version if older builds no longer work, and the
 * minor version for an addition. `versions.test.ts` fails if an interface changes but its version does not.
 */
export const versions = {
  contract: '2.2.0',
  router: '1.0.0',
};
