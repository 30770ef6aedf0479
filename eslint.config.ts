import eslint from '@eslint/js';
import type { ESLint } from 'eslint';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { oneTextPerElement } from './eslint.oneTextPerElement';
import { appFolders } from './tools/build/appFolders';

const apps = appFolders(import.meta.dirname);
const remotes = apps.filter((app) => app !== 'shell');

/** The folders of `tools`, each of which imports those before it alone. */
const toolFolders = ['build', 'store', 'release', 'server', 'cli', 'dev'];

/**
 * Imports point one way: shared <- apps; inside a remote api <- pages <- routes; inside tools as its folders are
 * listed; no app knows another one. What the shell does in browsers and what it does at deployment meet in the pages
 * that both render.
 */
const zones = [
  ...apps.map((app) => ({
    target: './shared',
    from: `./${app}`,
    message: 'shared imports no app: pass the thing in, or move it here.',
  })),
  ...apps.flatMap((app) =>
    apps
      .filter((other) => other !== app)
      .map((other) => ({
        target: `./${app}`,
        from: `./${other}`,
        message: 'Apps meet in shared/src/remote.ts only.',
      })),
  ),
  ...remotes.flatMap((app) => [
    {
      target: `./${app}/src/api`,
      from: [`./${app}/src/pages`, `./${app}/src/routes.tsx`],
      message: 'The api folder knows no page.',
    },
    {
      target: `./${app}/src/pages`,
      from: `./${app}/src/routes.tsx`,
      message: 'Pages do not know the routes.',
    },
  ]),
  ...remotes.flatMap((app) => [
    {
      target: `./${app}/browser`,
      from: `./${app}/src`,
      message: 'Browser tests know the pages by what visitors see of them.',
    },
    {
      target: `./${app}/src`,
      from: `./${app}/browser`,
      message: 'Pages do not know their browser tests.',
    },
    {
      target: './tests',
      from: `./${app}`,
      message: 'Tests of the whole site import no remote. What browser tests share is in tests/browser.',
    },
  ]),
  ...['browser', 'server'].map((place) => ({
    target: ['browser', 'server', 'layout', 'pages', 'routes.tsx']
      .filter((part) => part !== place)
      .map((part) => `./shell/src/${part}`),
    from: `./shell/src/${place}`,
    message: `Only ${place}/ itself imports it; what runs in both places stands beside them.`,
  })),
  ...['backend', 'tools', 'tests'].flatMap((tool) =>
    ['shared', ...apps].map((app) => ({
      target: `./${app}/src`,
      from: `./${tool}`,
      message: 'What browsers load imports no tool.',
    })),
  ),
  ...toolFolders.map((folder, index) => ({
    target: `./tools/${folder}`,
    from: [...toolFolders.slice(index + 1), 'bench', 'testing'].map((later) => `./tools/${later}`),
    message: 'The folders of tools import those before them alone, see toolFolders.',
  })),
  ...['./backend', './shared', './tests/browser', './tests/docs', ...apps.map((app) => `./${app}`)].map(
    (target) => ({
      target,
      from: './tools',
      // Playwright's processes each load their configuration.
      except: ['./index.ts', './testing', ...(target === './tests/browser' ? ['./build/appFolders.ts'] : [])],
      message: 'tools is used by its index.ts alone.',
    }),
  ),
  ...apps.map((app) => ({
    target: './tools/release/checks',
    from: `./${app}`,
    message: 'Checks read artifacts, which may be older or newer than the sources here.',
  })),
];

export default defineConfig(
  {
    ignores: ['**/dist/', '**/.local/', '**/test-results/'],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: { ...globals.node },
      // One program for all: with one for each workspace it takes two thirds longer.
      parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.json' })] },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  {
    files: ['shared', ...apps].map((folder) => `${folder}/src/**/*.{ts,tsx}`),
    languageOptions: { globals: globals.browser },
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat['recommended-latest']],
    plugins: { site: { rules: { 'one-text-per-element': oneTextPerElement } } as unknown as ESLint.Plugin },
    rules: { 'site/one-text-per-element': 'error' },
  },
  {
    files: ['shared', ...remotes].map((folder) => `${folder}/src/**/*.{ts,tsx}`),
    ignores: ['shared/src/router.ts', '**/*.test.tsx', 'shared/src/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['react-router', 'react-router-dom'].map((name) => ({
            name,
            message: 'Use @site/shared/router.',
          })),
          // Module Federation shares the router by this very name; by any other it would be bundled again.
          patterns: [{ regex: '^\\..*/router$', message: 'Use @site/shared/router, also inside shared.' }],
        },
      ],
    },
  },
  {
    // Tests write and deploy what they need.
    files: ['tools/**/*.test.ts'],
    rules: { 'import-x/no-restricted-paths': 'off' },
  },
  {
    // PocketBase runs these, with names of its own: backend/tsconfig.hooks.json knows them.
    files: ['backend/pb_*/*.{js,d.ts}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-undef': 'off', 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['{backend,tools}/**/*.ts', 'tests/{runTests,browser/takePictures}.ts'],
    rules: { 'no-console': 'off' },
  },
);
