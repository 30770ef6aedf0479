/** @type {NonNullable<import('jest').Config['transform']>} */
const transform = {
  '\\.[cm]?[jt]sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
    },
  ],
};

/**
 * The Jest preset for code that browsers load. To use it, set `preset: '@site/platform'` in a Jest configuration.
 *
 * @satisfies {import('jest').Config}
 */
module.exports = {
  testEnvironment: '@site/shared/testing/browserEnvironment',
  // Excludes the files that end in .spec.ts, which Playwright runs.
  testMatch: ['**/*.test.{ts,tsx}'],
  transform,
  // The site's packages contain TypeScript, which Jest has to compile.
  transformIgnorePatterns: ['/node_modules/(?!@site/)'],
  moduleNameMapper: {
    '\\.css$': 'identity-obj-proxy',
    // Production builds use the same alias.
    '^@module-federation/runtime$': '@site/shared/federationRuntime',
  },
  globals: { FEDERATION_HAS_EXPOSES: true },
  setupFilesAfterEnv: ['@site/shared/testing/failOnConsole'],
  // Tests may take a long time on a busy machine.
  testTimeout: 20_000,
};
