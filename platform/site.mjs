#!/usr/bin/env node
/** The `site` command, for repositories that install this package: `site build`, `dev`, `deploy` or `smoke`. */
import './preload.mjs';

/** @type {Record<string, string>} */
const COMMANDS = {
  build: './cli/build.ts',
  dev: './dev/startDev.ts',
  deploy: './cli/deployCli.ts',
  smoke: '@site/tests/browser/smoke',
};

const [command = '', ...rest] = process.argv.slice(2);
const module = COMMANDS[command];
if (module === undefined) {
  console.error(
    `Usage: site ${Object.keys(COMMANDS).join(' | ')}. For the options of a command, run site <command> --help.`,
  );
  process.exit(1);
}
process.argv = [...process.argv.slice(0, 2), ...rest];
await import(module);
