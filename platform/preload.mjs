/**
 * Each `node` command in `package.json` loads this module first. The module is written in JavaScript and imports the
 * TypeScript loader last, because the loader itself fails in some of the folders that this module refuses.
 */
import { dirname } from 'node:path';

/**
 * A character in the checkout's path that breaks a tool: `#`, `!` and `|` break webpack, `?` breaks tsx, `*` breaks Node,
 * `:` breaks `npm run`, and a single quote breaks Module Federation.
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
 * These listeners keep a command running when its output cannot be written, for example because the program that reads it
 * has exited (`| head`), the terminal has been closed, or the disk that holds the log is full. Serving the site matters
 * more than a line in the log.
 */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// @ts-expect-error The package has no types.
await import('tsx');
