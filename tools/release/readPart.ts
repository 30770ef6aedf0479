import { sha256 } from '../build/sha256';
import { formsOf } from '../store/compress';
import { hasHash, hasIntegrity } from '../store/hasIntegrity';
import { parseArtifact } from '../store/parseArtifact';
import { artifactKey } from '../store/storeArtifact';
import { COPIES, copyKeys, markerKey, type PictureMarker } from './pictures/pictureKeys';
import type { Store } from '../store/Store';
import { IntegrityError, releaseKey } from './parseRelease';
import { contentsOf, type Release } from './Release';

/** Files of a release that belong together: a build, a picture, or the pages. */
export interface Part {
  /** What their keys begin with. */
  folder: string;
  files: { key: string; isUnaltered: (content: Buffer) => boolean }[];
  /** What says that all of them are there, and is written last. */
  manifest: { key: string; content: Buffer };
}

/**
 * What browsers load of a build, in all forms that the store has.
 *
 * @throws IntegrityError if the store does not say what it is made of, or in other words than the build
 */
export async function readBuild(store: Store, build: string): Promise<Part> {
  const manifest = await readManifest(store, artifactKey(build));
  const artifact = parseArtifact(manifest.content);
  if (!artifact || `${artifact.app}/${artifact.version}` !== build)
    throw new IntegrityError(`${manifest.key} has been altered`);
  const folder = `assets/${build}/`;
  const stored = new Set((await store.walk(folder)).map(({ key }) => key));
  const files = Object.entries(artifact.files).flatMap(([name, { integrity }]) =>
    [folder + name, `${folder}${name}.br`, `${folder}${name}.gz`]
      .filter((key) => key === folder + name || stored.has(key))
      .map((key) => ({ key, isUnaltered: (content: Buffer) => hasIntegrity(key, content, integrity) })),
  );
  return { folder, files, manifest };
}

/**
 * The copies of a picture; none of one that was refused.
 *
 * @throws IntegrityError if the store does not say what came of it
 */
export async function readPicture(store: Store, name: string): Promise<Part> {
  const manifest = await readManifest(store, markerKey(name));
  const marker = parseMarker(manifest);
  const files =
    'refused' in marker
      ? []
      : copyKeys(name).map(([width, key]) => ({
          key,
          isUnaltered: (content: Buffer) => sha256(content) === marker.hashes[width],
        }));
  return { folder: `${COPIES}${name}/`, files, manifest };
}

function parseMarker({ key, content }: Part['manifest']): PictureMarker {
  try {
    return JSON.parse(content.toString()) as PictureMarker;
  } catch (cause) {
    throw new IntegrityError(`${key} has been altered`, { cause });
  }
}

/** The pages of a release and the files beside them, in all forms. */
export function pagesOf(release: Release): Part {
  const files = contentsOf(release).flatMap(([file, hash]) =>
    formsOf(file).map((form) => ({
      key: `pages/${hash}${form}`,
      isUnaltered: (content: Buffer) => hasHash(form, content, hash),
    })),
  );
  const manifest = { key: releaseKey(release.id), content: Buffer.from(JSON.stringify(release)) };
  return { folder: 'pages/', files, manifest };
}

async function readManifest(store: Store, key: string): Promise<Part['manifest']> {
  const content = await store.read(key);
  if (!content) throw new IntegrityError(`${key} is missing`);
  return { key, content };
}
