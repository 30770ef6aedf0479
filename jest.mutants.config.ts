/** @jest-config-loader esbuild-register */
import { resolve } from 'node:path';
import type { Config } from 'jest';
import config from './jest.config';

/** The folder whose mutants are tested, e.g. `tools/store`. */
const folder = process.env.MUTANTS_FOLDER ?? '';
const project = config.projects.find(({ rootDir }) => folder.startsWith(`${rootDir}/`));
if (!project)
  throw new Error(`${folder || 'Nothing'} is no folder with tests: testMutants.ts sets MUTANTS_FOLDER.`);

/** The tests that stand in one folder. Without `projects`, because Stryker replaces one environment only. */
export default {
  ...project,
  // Stryker itself loads it, and knows no <rootDir>.
  testEnvironment: project.testEnvironment?.replace('<rootDir>', resolve(__dirname, project.rootDir)),
  testMatch: [`**/${folder}/**/*.test.{ts,tsx}`],
} as Config;
