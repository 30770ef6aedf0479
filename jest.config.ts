/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { forgetSite } from './backend/src/testing/forgetSite';
import { keepFilesInMemory } from './backend/src/testing/keepFilesInMemory';
import { readApps } from './tools/build/readApps';

forgetSite(process.env);
keepFilesInMemory(process.env);
// Jest sets this only if the shell has not.
process.env.NODE_ENV = 'test';

const transform: Config['transform'] = {
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

const pages: Config = {
  testEnvironment: '<rootDir>/../shared/src/testing/browserEnvironment.ts',
  transform,
  moduleNameMapper: {
    '\\.css$': 'identity-obj-proxy',
    // As in production builds.
    '^@module-federation/runtime$': '<rootDir>/../shared/src/federationRuntime.ts',
  },
  globals: { FEDERATION_HAS_EXPOSES: true },
  setupFilesAfterEnv: ['failOnConsole', 'failOnUndeclaredCall'].map(
    (setup) => `<rootDir>/../shared/src/testing/${setup}.ts`,
  ),
};

const tools: Config = {
  testEnvironment: 'node',
  transform,
  // The .js file has the same code; Jest can only load .mjs files by `import`.
  moduleNameMapper: {
    '^pocketbase$': '<rootDir>/../node_modules/pocketbase/dist/pocketbase.es.js',
    // GitHub's packages cannot be loaded by `require` as they are.
    '^(@actions/[\\w-]+)$': '<rootDir>/../node_modules/$1/dist/index.js',
    '^(@actions/[\\w-]+)/(.+)$': '<rootDir>/../node_modules/$1/dist/$2.js',
  },
  transformIgnorePatterns: ['/node_modules/(?!(?:pocketbase|p-map|@actions/[\\w-]+)/)'],
};

export default {
  // Enough for a busy machine.
  testTimeout: 20_000,
  testSequencer: '<rootDir>/tests/longestFirst.mjs',
  projects: [
    ...['shared', ...readApps(__dirname)].map((app) => ({
      ...pages,
      displayName: app,
      rootDir: app,
    })),
    ...['backend', 'tools'].map((tool) => ({
      ...tools,
      displayName: tool,
      rootDir: tool,
    })),
    {
      ...tools,
      displayName: 'tests',
      rootDir: 'tests',
      // Playwright's tests are named *.spec.ts.
      testMatch: ['**/*.test.ts'],
      globalSetup: '<rootDir>/docs/testing/buildOnce.ts',
    },
  ],
} satisfies Config;
