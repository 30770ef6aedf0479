import { defineConfig } from 'eslint/config';
import { codeRules } from './codeRules';
import { pageRules, routerRules } from './pageRules';

const PAGES = ['src/**/*.{ts,tsx}'];

/**
 * Returns the ESLint configuration for a remote in a repository of its own. The rules are the same as for the remotes in
 * this repository. Usage: `export default remoteLint(import.meta.dirname)`.
 */
export function remoteLint(directory: string): ReturnType<typeof defineConfig> {
  return defineConfig(...codeRules(directory), ...pageRules(PAGES), ...routerRules(PAGES));
}
