import type { Artifact } from '../../../build/Artifact';
import { eachInParallel } from '../store/eachInParallel';
import { formsOf } from '../build/compress';
import { hasContent, hasIntegrity } from '../build/isUnaltered';
import { readSource } from '../store/hostSource';
import { liveRelease } from '../release/liveRelease';
import { copyKeys, outcomeKey } from '../pictures/madePictures';
import type { Copies } from '../pictures/madePictures';
import { buildsOf, contentsOf, picturesOf } from '../release/Release';
import { sha256 } from '../../../build/sha256';
import type { Store } from '../store/Store';

/**
 * Checks every file of the live release: its pages in all their forms, and the builds and pictures that they name.
 *
 * @throws Error that lists every file that is missing or altered
 */
export async function verify(store: Store, log: (line: string) => void): Promise<void> {
  const release = await liveRelease(store);
  if (!release) throw new Error('Nothing is live.');
  const isHost = (await readSource(store)) !== undefined;
  const problems: string[] = [];
  let checked = 0;

  const check = async (key: string, isRight: (content: Buffer) => boolean) => {
    checked += 1;
    const content = await store.read(key);
    if (!content) problems.push(`${key} is missing`);
    else if (!isRight(content)) problems.push(`${key} has been altered`);
  };

  await eachInParallel(contentsOf(release), ([file, content]) =>
    Promise.all(
      formsOf(file).map((form) =>
        check(`pages/${content}${form}`, (bytes) => hasContent(form, bytes, content)),
      ),
    ),
  );
  for (const build of buildsOf(release)) {
    log(`Checking ${build.replace('/', ' ')}`);
    const folder = `artifacts/${build}`;
    const content = await store.read(`${folder}/artifact.json`);
    if (!content) {
      problems.push(`${folder}/artifact.json is missing`);
      continue;
    }
    const artifact = JSON.parse(content.toString()) as Artifact;
    // A web host has no server bundles: it renders nothing.
    if (!isHost) await check(`${folder}/server.cjs`, (bytes) => sha256(bytes) === artifact.serverHash);
    const assets = `assets/${build}/`;
    const stored = new Set((await store.walk(assets)).map(({ key }) => key));
    const forms = Object.entries(artifact.files).flatMap(([name, { integrity }]) => [
      { key: assets + name, integrity },
      ...[`${assets}${name}.br`, `${assets}${name}.gz`]
        .filter((key) => stored.has(key))
        .map((key) => ({ key, integrity })),
    ]);
    await eachInParallel(forms, ({ key, integrity }) =>
      check(key, (content) => hasIntegrity(key, content, integrity)),
    );
  }
  await eachInParallel(picturesOf(release), async (name) => {
    const made = await store.read(outcomeKey(name, 'made'));
    if (!made) return problems.push(`${outcomeKey(name, 'made')} is missing`);
    const hashes = JSON.parse(made.toString()) as Copies<string>;
    return Promise.all(
      copyKeys(name).map(([width, key]) => check(key, (bytes) => sha256(bytes) === hashes[width])),
    );
  });
  if (problems.length > 0) {
    throw new Error(
      `Release ${release.id} is damaged: restore another one, or put the files back.\n  ${problems.sort().join('\n  ')}`,
    );
  }
  log(`Release ${release.id} is whole: ${checked} files.`);
}
