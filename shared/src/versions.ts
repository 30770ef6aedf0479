/**
 * The versions (semver) of what shell and remotes agree on. A build says which it was made with, and deployment compares
 * that with what the others need. Raise the major if a build of before no longer works with it, the minor if something was
 * added. `versions.test.ts` notices what was changed.
 */
export const versions = {
  /** Of `remote.ts`. */
  contract: '1.2.0',
  /** Of `router.ts`. */
  router: '1.0.0',
};
