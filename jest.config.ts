/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { forgetSite } from './backend/src/testing/forgetSite';
import { keepFilesInMemory } from './backend/src/testing/keepFilesInMemory';
import { appFolders } from './platform/build/appFolders';
import pages from './platform/jest-preset.cjs';

forgetSite(process.env);
keepFilesInMemory(process.env);
// Jest sets `NODE_ENV` before it loads this file, but `forgetSite` has just removed it.
process.env.NODE_ENV = 'test';

// Jest accepts `testTimeout` only at the top level, not per project.
const { testTimeout, ...preset } = pages;

const node: Config = {
  testEnvironment: 'node',
  transform: pages.transform,
  // Jest cannot `require` the main file of PocketBase's client, which is an .mjs file. This .js file has the same code.
  moduleNameMapper: {
    '^pocketbase$': '<rootDir>/../node_modules/pocketbase/dist/pocketbase.es.js',
    // Without these paths, `require` does not find GitHub's packages, because they declare exports only for `import`.
    '^(@actions/[\\w-]+)$': '<rootDir>/../node_modules/$1/dist/index.js',
    '^(@actions/[\\w-]+)/(.+)$': '<rootDir>/../node_modules/$1/dist/$2.js',
  },
  transformIgnorePatterns: ['/node_modules/(?!(?:pocketbase|p-map|@actions/[\\w-]+)/)'],
};

export default {
  testTimeout,
  testSequencer: '<rootDir>/tests/longestFirst.mjs',
  projects: [
    ...['shared', ...appFolders(__dirname)].map((app) => ({
      ...preset,
      displayName: app,
      rootDir: app,
    })),
    ...['backend', 'platform'].map((folder) => ({
      ...node,
      displayName: folder,
      rootDir: folder,
    })),
    {
      ...node,
      displayName: 'tests',
      rootDir: 'tests',
      // Excludes Playwright's tests, which are named *.spec.ts.
      testMatch: ['**/*.test.ts'],
      globalSetup: '<rootDir>/documents/testing/buildOnce.ts',
    },
  ],
} satisfies Config;
