#!/usr/bin/env node
/** The command `site` of a repository that takes this package from npm: `site build`, `site dev`, `site deploy`. */
import './preload.mjs';

/** @type {Record<string, string>} */
const COMMANDS = { build: './cli/buildCommand.ts', dev: './dev/start.ts', deploy: './cli/cli.ts' };

const [command = '', ...rest] = process.argv.slice(2);
const module = COMMANDS[command];
if (module === undefined) {
  console.error(
    `Usage: site ${Object.keys(COMMANDS).join(' | ')}. What each of them takes is said by site <command> --help.`,
  );
  process.exit(1);
}
process.argv = [...process.argv.slice(0, 2), ...rest];
await import(module);
