import { resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

/** The code that decides something: where a fault is not seen by looking at a page. */
const PATTERNS = [
  'shared/src/form/*.{ts,tsx}',
  'shared/src/api/*.ts',
  'studio-remote/src/api/*.ts',
  'studio-remote/src/pages/**/*.ts',
  'micora-remote/src/api/*.ts',
  'micora-remote/src/pages/**/*.ts',
  'shell/src/browser/remotes/*.ts',
  'tools/release/checks/*.ts',
  'tools/release/*.ts',
  'tools/store/*.ts',
];

// The copies of the code that are changed are without it.
process.env.VERSITYGW ??= resolve(import.meta.dirname, '.local/bin/versitygw');

// Changes the code in one place at a time, and tells which changes no test beside it notices.
const given = process.argv.slice(2);
for (const pattern of given.length > 0 ? given : PATTERNS) {
  // What comes before the first name with a wildcard, or before the file's.
  process.env.MUTANTS_FOLDER = pattern.replace(/\/[^/]*([*{].*)?$/, '');
  await new Stryker({
    mutate: [pattern, '!**/*.test.{ts,tsx}'],
    htmlReporter: { fileName: `test-results/mutants/${pattern.replaceAll(/\W+/g, '-')}.html` },
  }).runMutationTest();
}
