/**
 * Every command of `package.json` loads this module first. It is JavaScript, and loads the TypeScript loader last, because
 * the loader fails in some of the folders that are refused here.
 */
import { dirname } from 'node:path';

/**
 * Characters that break paths: `#`, `!` and `|` in webpack, `?` in tsx, `*` in Node, `:` in `npm run`, and single quotes
 * in Module Federation.
 */
const [unsupported] = /[#!|?*:']/.exec(dirname(import.meta.dirname)) ?? [];
if (unsupported) {
  console.error(
    `The site cannot be built in ${dirname(import.meta.dirname)}, because its path contains "${unsupported}". Rename the folder or move the checkout.`,
  );
  process.exit(1);
}

const { DATA_DIR: data } = process.env;
if (data?.startsWith('~')) {
  console.error(
    `DATA_DIR is ${data}, whose "~" your shell has not replaced. Write the whole path, or DATA_DIR=~/… without quotes.`,
  );
  process.exit(1);
}

/*
 * A command continues even if its output cannot be written: nobody reads it any more (`| head`), the terminal was closed, or
 * the disk of its log is full. The site is worth more than a line of its log.
 */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// @ts-expect-error The package has no types.
await import('tsx');
