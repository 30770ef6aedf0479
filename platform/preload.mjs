/**
 * Every command in `package.json` loads this module first. It is JavaScript and imports the TypeScript loader last,
 * because the loader itself fails in some of the folders that this module refuses.
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
 * Lets a command continue if its output cannot be written, because its reader has ended (`| head`), its terminal was
 * closed, or the disk with its log is full. Serving the site matters more than a line in the log.
 */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// @ts-expect-error The package has no types.
await import('tsx');
