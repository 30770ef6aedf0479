import type { Artifact } from '../build/Artifact';
import { eachInParallel } from '../store/eachInParallel';
import { hasIntegrity } from '../build/hasIntegrity';
import { readSource } from '../store/hostSource';
import { liveRelease } from '../release/liveRelease';
import { sha256 } from '../build/sha256';
import type { Store } from '../store/Store';

/**
 * Checks every file of the live release: its pages in all their forms, and the builds that they name.
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

  await eachInParallel(Object.entries(release.hashes ?? {}), ([name, hash]) =>
    check(`releases/${release.id}/${name}`, (content) => sha256(content) === hash),
  );
  for (const file of [...Object.keys(release.pages), ...release.files]) {
    if (!release.hashes?.[file]) problems.push(`releases/${release.id}/release.json has no hash of ${file}`);
  }
  for (const [app, version] of Object.entries(release.apps)) {
    log(`Checking ${app} ${version}`);
    const folder = `artifacts/${app}/${version}`;
    const content = await store.read(`${folder}/artifact.json`);
    if (!content) {
      problems.push(`${folder}/artifact.json is missing`);
      continue;
    }
    const artifact = JSON.parse(content.toString()) as Artifact;
    // A web host has no server bundles: it renders nothing.
    if (!isHost) await check(`${folder}/server.cjs`, (bytes) => sha256(bytes) === artifact.serverHash);
    const assets = `assets/${app}/${version}/`;
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
  if (problems.length > 0) {
    throw new Error(
      `Release ${release.id} is damaged: restore another one, or put the files back.\n  ${problems.sort().join('\n  ')}`,
    );
  }
  log(`Release ${release.id} is whole: ${checked} files.`);
}
