import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArtifact, type LoadedArtifact } from '@site/deploy/build/readArtifact';
import { webpackConfig } from '../../../webpack.common';
import type { Bench } from '../Measurement';
import { runWebpack } from '../runWebpack';

/** Builds an app as it would be after its team's next change: a copy of its sources with one line more. */
export async function buildChanged(
  { repository, site }: Pick<Bench, 'repository' | 'site'>,
  app: string,
): Promise<LoadedArtifact> {
  const remote = site.artifacts.find(({ artifact }) => artifact.app === app)?.artifact.remote;
  // Inside the repository, where dependencies are found.
  const copy = join(repository, 'bench/.local/changed', app);
  try {
    await cp(join(repository, app), copy, {
      recursive: true,
      filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
    });
    const first = join(copy, remote ? 'src/routes.tsx' : 'src/browser/main.tsx');
    // Read, not appended to: a file that is no longer there would be made, and nothing would change.
    await writeFile(first, `${await readFile(first, 'utf8')}\nperformance.mark('the next change');\n`);
    await runWebpack(webpackConfig(copy, remote)({}, {}));
    return await readArtifact(join(copy, 'dist/production'));
  } finally {
    // Its tests are nobody's.
    await rm(copy, { recursive: true, force: true });
  }
}
