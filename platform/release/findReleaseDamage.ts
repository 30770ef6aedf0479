import { findDamage, type Damage } from '../store/findDamage';
import { parseBuild } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { storedFiles } from '../store/storeArtifact';
import { releaseKey } from './readRelease';
import { dataFiles, pageFiles } from './releaseFiles';
import { buildsOf, type Release } from './Release';

/**
 * Finds missing and altered files of a release: its manifest, pages, data and builds. `findDamagedPictures` checks
 * pictures.
 *
 * @param byHash whether to read all files; otherwise only missing ones are found
 */
export async function findReleaseDamage(store: Store, release: Release, byHash = false): Promise<Damage[]> {
  const manifest = { key: releaseKey(release.id), isUnaltered: () => true };
  const files = [manifest, ...pageFiles(release), ...dataFiles(release)];
  const builds = [...buildsOf(release)].map((build) => findBuildDamage(store, build, byHash));
  return (await Promise.all([findDamage(store, files, byHash), ...builds])).flat();
}

/**
 * Finds missing and altered files of a build, `<app>/<version>`. If the build's description is damaged, nothing else is
 * checked.
 */
export async function findBuildDamage(store: Store, build: string, byHash = false): Promise<Damage[]> {
  const key = artifactKey(build);
  const description = await store.read(key);
  if (!description) return [{ key, problem: 'is missing' }];
  const artifact = parseBuild(build, description);
  if (!artifact) return [{ key, problem: 'has been altered' }];
  return findDamage(store, storedFiles(artifact), byHash);
}
