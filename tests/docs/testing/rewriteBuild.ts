import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArtifact } from '@site/tools';
import { otherBuild } from '@site/tools/testing/otherBuild';

/** Replaces words in a build on disk. No source has changed, so it still counts as the current build. */
export async function rewriteBuild(folder: string, words: string, others: string): Promise<void> {
  const { artifact, server, files } = otherBuild(await readArtifact(folder), words, others);
  for (const [name, content] of files) await writeFile(join(folder, 'browser', name), content);
  await writeFile(join(folder, 'server/server.cjs'), server);
  await writeFile(join(folder, 'artifact.json'), JSON.stringify(artifact));
}
