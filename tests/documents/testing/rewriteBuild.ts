import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBuild } from '@site/platform';
import { otherBuild } from '@site/platform/testing/otherBuild';

/**
 * Replaces `words` with `others` in a build on disk. The build still counts as current, because its sources are unchanged.
 */
export async function rewriteBuild(folder: string, words: string, others: string): Promise<void> {
  const { description, server, files } = otherBuild(await readBuild(folder), words, others);
  for (const [name, content] of files) await writeFile(join(folder, 'browser', name), content);
  await writeFile(join(folder, 'server/server.cjs'), server);
  await writeFile(join(folder, 'build.json'), JSON.stringify(description));
}
