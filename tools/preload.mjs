/**
 * What every command of `package.json` is started with. It is JavaScript, and loads TypeScript's loader last, because
 * that fails in some of the folders that are refused here.
 */
import { dirname } from 'node:path';

/**
 * webpack takes `#` and `!` for syntax and `|` for a separator, tsx `?`, Node `*`, and `npm run` `:`; Module Federation
 * puts paths between single quotes.
 */
const [unsupported] = /[#!|?*:']/.exec(dirname(import.meta.dirname)) ?? [];
if (unsupported) {
  console.error(
    `The site cannot be built in ${dirname(import.meta.dirname)}, because its path contains "${unsupported}": rename that folder, or move this one elsewhere.`,
  );
  process.exit(1);
}

// A command whose output is no longer read, as by `| head` or a terminal that was closed, goes on to its end.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

// @ts-expect-error It has no types.
await import('tsx');
