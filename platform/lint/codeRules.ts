import eslint from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * Returns the ESLint configuration for all TypeScript code.
 *
 * @param directory the folder whose `tsconfig.json` includes all linted files
 */
export function codeRules(directory: string): ReturnType<typeof defineConfig> {
  return defineConfig(
    { ignores: ['**/dist/', '**/.local/', '**/test-results/'] },
    eslint.configs.recommended,
    ...tseslint.configs.strictTypeChecked,
    {
      languageOptions: {
        globals: { ...globals.node },
        // All workspaces share one TypeScript program. With one program per workspace, linting would take two thirds
        // longer.
        parserOptions: { project: 'tsconfig.json', tsconfigRootDir: directory },
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
        'no-console': ['error', { allow: ['warn', 'error'] }],
      },
    },
  );
}
