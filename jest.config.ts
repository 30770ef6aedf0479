/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { forgetSite } from './backend/src/testing/forgetSite';
import { keepFilesInMemory } from './backend/src/testing/keepFilesInMemory';
import { appFolders } from './platform/build/appFolders';
import pages from './platform/jest-preset.cjs';

forgetSite(process.env);
keepFilesInMemory(process.env);
// If the environment already sets `NODE_ENV`, Jest does not change it.
process.env.NODE_ENV = 'test';

// Jest accepts a time limit only for all projects together.
const { testTimeout, ...preset } = pages;

const node: Config = {
  testEnvironment: 'node',
  transform: pages.transform,
  // The .js file of PocketBase's client has the same code as the .mjs file, which Jest can load only by `import`.
  moduleNameMapper: {
    '^pocketbase$': '<rootDir>/../node_modules/pocketbase/dist/pocketbase.es.js',
    // Without these paths, `require` does not find GitHub's packages, because they only declare exports for `import`.
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
      // Playwright's tests are named *.spec.ts.
      testMatch: ['**/*.test.ts'],
      globalSetup: '<rootDir>/documents/testing/buildOnce.ts',
    },
  ],
} satisfies Config;
