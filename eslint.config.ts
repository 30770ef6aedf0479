import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { appFolders } from './platform/build/appFolders';
import { codeRules } from './platform/lint/codeRules';
import { pageRules, routerRules } from './platform/lint/pageRules';

const apps = appFolders(import.meta.dirname);
const remotes = apps.filter((app) => app !== 'shell');

/** The folders of `platform` in import order: a folder must not import from one that is listed after it. */
const platformFolders = [
  'lint',
  'build',
  'store',
  'render',
  'pictures',
  'release',
  'drafts',
  'field',
  'server',
  'cli',
  'dev',
];

/** Restricts imports to one direction. Each `message` explains its rule. */
const zones = [
  ...apps.map((app) => ({
    target: './shared',
    from: `./${app}`,
    message: 'shared must not import an app: pass the value in, or move the code to shared.',
  })),
  ...apps.flatMap((app) =>
    apps
      .filter((other) => other !== app)
      .map((other) => ({
        target: `./${app}`,
        from: `./${other}`,
        message: 'Apps must not import each other: their contract is shared/src/contract.ts.',
      })),
  ),
  ...remotes.flatMap((app) => [
    {
      target: `./${app}/src/api`,
      from: [`./${app}/src/pages`, `./${app}/src/routes.tsx`],
      message: 'The api folder must not import pages or routes.',
    },
    {
      target: `./${app}/src/pages`,
      from: `./${app}/src/routes.tsx`,
      message: 'Pages must not import the routes.',
    },
  ]),
  ...remotes.flatMap((app) => [
    {
      target: `./${app}/browser`,
      from: `./${app}/src`,
      message: 'Browser tests only know what visitors see of a page.',
    },
    {
      target: `./${app}/src`,
      from: `./${app}/browser`,
      message: 'Pages never import their browser tests.',
    },
    {
      target: './tests',
      from: `./${app}`,
      message:
        'Tests of the whole site never import a remote. Code that browser tests share is in tests/browser.',
    },
  ]),
  ...['browser', 'server'].map((place) => ({
    target: ['browser', 'server', 'layout', 'pages', 'routes.tsx']
      .filter((part) => part !== place)
      .map((part) => `./shell/src/${part}`),
    from: `./shell/src/${place}`,
    message: `Only ${place}/ may import this. Move code for both the browser and the server to shell/src.`,
  })),
  ...['backend', 'platform', 'tests'].flatMap((tool) =>
    ['shared', ...apps].map((app) => ({
      target: `./${app}/src`,
      from: `./${tool}`,
      message: 'Code for browsers must not import backend, platform or tests.',
    })),
  ),
  ...['shared', ...apps].map((app) => ({
    target: `./${app}/src`,
    from: './shared/node',
    message: 'Code for browsers must not import code that needs Node.',
  })),
  ...platformFolders.flatMap((folder, index) =>
    [...platformFolders.slice(index + 1), 'bench', 'testing'].map((later) => ({
      target: `./platform/${folder}`,
      from: `./platform/${later}`,
      // The rendering process requests data from the backend itself, so `render` needs these two files.
      ...(folder === 'render' &&
        later === 'release' && { except: ['./openReading.ts', './BackendError.ts'] }),
      message:
        'A folder of platform may only import the folders before it in platformFolders (eslint.config.ts).',
    })),
  ),
  ...['./backend', './shared', './tests/browser', './tests/documents', ...apps.map((app) => `./${app}`)].map(
    (target) => ({
      target,
      from: './platform',
      // The accessibility test in `tests/browser` needs only `appFolders.ts`. Loading all of `platform/index.ts` would take
      // longer.
      except: ['./index.ts', './testing', ...(target === './tests/browser' ? ['./build/appFolders.ts'] : [])],
      message: 'Import platform/index.ts instead.',
    }),
  ),
  ...apps.map((app) => ({
    target: './platform/release/checks',
    from: `./${app}`,
    message: 'Checks must read builds: a build may be older or newer than the sources in this checkout.',
  })),
];

const pageFolders = (folders: string[]) =>
  ['shared', 'docs/template-remote', ...folders].map((folder) => `${folder}/src/**/*.{ts,tsx}`);

export default defineConfig(
  // The template's webpack.config.ts works only after it has been copied, because it imports from the repository's root.
  // `template-site` is a separate project without types.
  { ignores: ['docs/template-remote/webpack.config.ts', 'docs/template-site/'] },
  ...codeRules(import.meta.dirname),
  ...pageRules(pageFolders(apps)),
  ...routerRules(pageFolders(remotes), ['shared/src/router.ts', 'shared/src/testing/**']),
  {
    rules: { 'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }] },
  },
  {
    // Tests may import from any folder of `platform`, because they build and deploy whole sites.
    files: ['platform/**/*.test.ts'],
    rules: { 'import-x/no-restricted-paths': 'off' },
  },
  {
    files: ['platform/testing/auditStore.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!node:)', message: 'The audit must not trust the code that it judges.' }] },
      ],
    },
  },
  {
    // PocketBase runs these files with its own globals, which backend/tsconfig.hooks.json declares.
    files: ['backend/pb_*/*.{js,d.ts}', 'docs/template-remote/migration.js'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-undef': 'off', 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['{backend,platform,shared/node}/**/*.ts', 'tests/{runTests,browser/takePictures}.ts'],
    rules: { 'no-console': 'off' },
  },
);
