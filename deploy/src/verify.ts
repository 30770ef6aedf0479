import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Artifact } from './Artifact';
import { liveRelease } from './liveRelease';
import type { Store } from './store/Store';

/**
 * Checks every file of the live release: its pages in all their forms, and the builds that they name.
 *
 * @throws Error that lists every file that is missing or altered
 */
export async function verify(store: Store, log: (line: string) => void): Promise<void> {
  const release = await liveRelease(store);
  if (!release) throw new Error('Nothing is live.');
  const problems: string[] = [];
  let checked = 0;

  const check = async (key: string, isRight: (content: Buffer) => boolean) => {
    checked += 1;
    const content = await store.read(key);
    if (!content) problems.push(`${key} is missing`);
    else if (!isRight(content)) problems.push(`${key} has been altered`);
  };

  for (const [name, hash] of Object.entries(release.hashes ?? {})) {
    await check(`releases/${release.id}/${name}`, (content) => digest('sha256', content, 'hex') === hash);
  }
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
    await check(`${folder}/server.cjs`, (bytes) => digest('sha256', bytes, 'hex') === artifact.serverHash);
    const stored = (await store.walk(`assets/${app}/${version}/`)).map(({ key }) => key);
    for (const [name, { integrity }] of Object.entries(artifact.files)) {
      const key = `assets/${app}/${version}/${name}`;
      const isBuilt = (bytes: Buffer) => `sha384-${digest('sha384', bytes, 'base64')}` === integrity;
      await check(key, isBuilt);
      if (stored.includes(`${key}.br`)) await check(`${key}.br`, unpacked(brotliDecompressSync, isBuilt));
      if (stored.includes(`${key}.gz`)) await check(`${key}.gz`, unpacked(gunzipSync, isBuilt));
    }
  }
  if (problems.length > 0) {
    throw new Error(
      `Release ${release.id} is damaged: restore another one, or put the files back.\n  ${problems.join('\n  ')}`,
    );
  }
  log(`Release ${release.id} is whole: ${checked} files.`);
}

/** A judgement of what a compressed file holds; one that cannot be decompressed is wrong. */
function unpacked(decompress: (bytes: Buffer) => Buffer, isRight: (content: Buffer) => boolean) {
  return (bytes: Buffer): boolean => {
    try {
      return isRight(decompress(bytes));
    } catch {
      return false;
    }
  };
}

function digest(algorithm: string, bytes: Buffer, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(encoding);
}
