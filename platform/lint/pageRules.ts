import type { ESLint } from 'eslint';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import { oneTextPerElement } from './oneTextPerElement';

/** Returns the ESLint rules for code that browsers load. @param files glob patterns that match this code */
export function pageRules(files: string[]): ReturnType<typeof defineConfig> {
  return defineConfig({
    files,
    languageOptions: { globals: globals.browser },
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat['recommended-latest']],
    plugins: { site: { rules: { 'one-text-per-element': oneTextPerElement } } as unknown as ESLint.Plugin },
    rules: {
      'site/one-text-per-element': 'error',
      // Allows `role="list"`, because Safari treats a list without markers as a list only if it has this role.
      'jsx-a11y/no-redundant-roles': ['error', { ul: ['list'], ol: ['list'] }],
    },
  });
}

/**
 * Returns the ESLint rules for code that must import the router from `@site/shared/router`.
 *
 * @param files glob patterns that match this code
 * @param ignores glob patterns of files that may import React Router itself
 */
export function routerRules(files: string[], ignores: string[] = []): ReturnType<typeof defineConfig> {
  return defineConfig({
    files,
    ignores: ['**/*.test.tsx', ...ignores],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['react-router', 'react-router-dom'].map((name) => ({
            name,
            message: 'Use @site/shared/router.',
          })),
          // Module Federation shares the router only under the name `@site/shared/router`. If code imported the router by
          // another name, webpack would bundle a second copy of it.
          patterns: [{ regex: '^\\..*/router$', message: 'Use @site/shared/router, also inside shared.' }],
        },
      ],
    },
  });
}
