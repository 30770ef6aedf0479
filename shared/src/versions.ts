/**
 * The semantic versions of the interfaces between the shell and remotes. Each build records the versions that it was built
 * with. A deployment checks that all builds are compatible. If older builds no longer work, raise the major version. If you
 * only add something, raise the minor version. `versions.test.ts` fails if an interface changes but its version does not.
 */
export const versions = {
  contract: '2.2.0',
  router: '1.0.0',
};
