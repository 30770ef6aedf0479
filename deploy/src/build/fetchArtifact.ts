import type { Artifact } from '../../../build/Artifact';
import { IntegrityError } from '../store/IntegrityError';
import { eachInParallel } from '../store/eachInParallel';
import { hasIntegrity } from './isUnaltered';
import type { Store } from '../store/Store';

/**
 * Copies what a web host needs of a build from one store into another: what browsers load and, last,
 * `artifact.json`, which tells what all of it must be. The server bundle stays where deployments run.
 *
 * @throws IntegrityError if any part of the build is missing or is not what was built
 */
export async function fetchArtifact(
  from: Store,
  to: Store,
  build: string,
  log: (line: string) => void,
): Promise<void> {
  const done = `artifacts/${build}/artifact.json`;
  if (await to.read(done)) return;
  const content = await from.read(done);
  if (!content) throw new IntegrityError(`${done} is missing`);
  const { files } = JSON.parse(content.toString()) as Artifact;

  const folder = `assets/${build}/`;
  const stored = new Set((await from.walk(folder)).map(({ key }) => key.slice(folder.length)));
  const missing = Object.keys(files).find((name) => !stored.has(name));
  if (missing) throw new IntegrityError(`${folder}${missing} is missing`);
  const forms = Object.entries(files).flatMap(([name, { integrity }]) =>
    [name, `${name}.br`, `${name}.gz`]
      .filter((form) => stored.has(form))
      .map((form) => ({ form, integrity })),
  );
  // What is here has been looked at: a key is written whole or not at all.
  const here = new Set((await to.walk(folder)).map(({ key }) => key.slice(folder.length)));
  const wanted = forms.filter(({ form }) => !here.has(form));

  log(`Fetching ${build.replace('/', ' ')}: ${wanted.length} files`);
  await eachInParallel(
    wanted,
    async ({ form, integrity }) => {
      const bytes = await from.read(folder + form);
      if (!bytes) throw new IntegrityError(`${folder}${form} is missing`);
      if (!hasIntegrity(form, bytes, integrity))
        throw new IntegrityError(`${folder}${form} has been altered`);
      await to.write(folder + form, bytes);
    },
    (count) => log(`  ${count} of ${wanted.length}`),
  );
  await to.write(done, content);
}
