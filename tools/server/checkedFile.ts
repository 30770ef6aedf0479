import { isPictureName } from '@site/shared/api/pictureCopy';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../build/sha256';
import { copyKeys, COPIES, markerKey, pictureOf, type PictureMarker } from '../release/pictures/pictureKeys';
import { contentsOf, type Release } from '../release/Release';
import { formsOf, hasHash } from '../store/compress';
import { isBuildName, parseArtifact } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import { builtFiles, type CheckedFile } from '../store/storeArtifact';

/** The pages of a release and the files beside them, in all forms, each once. */
export function pageFiles(release: Release): CheckedFile[] {
  const keys = contentsOf(release).flatMap(([file, hash]) =>
    formsOf(file).map((form) => `pages/${hash}${form}`),
  );
  return [...new Set(keys)].flatMap((key) => pageFile(key) ?? []);
}

/** A page by its key, which says its hash; undefined if it is the key of none. */
export function pageFile(key: string): CheckedFile | undefined {
  const [, hash] = /^pages\/([\da-f]{64})(?:\.br|\.gz)?$/.exec(key) ?? [];
  return hash === undefined ? undefined : { key, isUnaltered: (content) => hasHash(key, content, hash) };
}

/** What describes the files of a build, `<app>/<version>`. */
export function buildDescription(build: string): CheckedFile {
  const isUnaltered = (content: Buffer) => {
    const artifact = parseArtifact(content);
    return artifact !== undefined && `${artifact.app}/${artifact.version}` === build;
  };
  return { key: artifactKey(build), isUnaltered };
}

/** What browsers load of a build, in all forms; nothing if its description is none. */
export function buildFiles(description: Buffer): CheckedFile[] {
  const artifact = parseArtifact(description);
  return artifact ? builtFiles(artifact) : [];
}

/** How many builds' files it remembers; all that is live and what open tabs still load are fewer. */
const BUILDS = 100;

/**
 * Reads pages, which their keys say how to check, and what browsers load, which a description says that is read first;
 * that of a build, whose name says its content, once.
 *
 * @param readFile reads a file and checks it
 * @returns reads the file of a key; undefined if the key is that of nothing, or if there is no such file
 */
export function readChecked(
  readFile: (file: CheckedFile) => Promise<Buffer | undefined>,
): (key: string) => Promise<Buffer | undefined> {
  const known = new LRUCache<string, ReadonlyMap<string, CheckedFile>>({ max: BUILDS });

  async function filesBeside(key: string): Promise<ReadonlyMap<string, CheckedFile>> {
    const about = descriptionOf(key);
    const before = about && known.get(about.key);
    if (before) return before;
    const description = about && (await readFile(about));
    if (!description) return new Map();
    const isCopy = key.startsWith(COPIES);
    const files = isCopy ? copyFiles(pictureOf(key), description) : buildFiles(description);
    const byKey = new Map(files.map((file) => [file.key, file]));
    // The copies of a picture may be made again, with another description of the same name.
    if (!isCopy) known.set(about.key, byKey);
    return byKey;
  }

  return async (key) => {
    const file = pageFile(key) ?? (await filesBeside(key)).get(key);
    return file && readFile(file);
  };
}

/** What says how the file of a build, or the copy of a picture, is checked; undefined if the key is that of neither. */
export function descriptionOf(key: string): CheckedFile | undefined {
  if (key.startsWith(COPIES)) {
    const name = pictureOf(key);
    return isPictureName(name) ? pictureDescription(name) : undefined;
  }
  const [folder, app, version] = key.split('/');
  const build = `${app}/${version}`;
  return folder === 'assets' && isBuildName(build) ? buildDescription(build) : undefined;
}

/** What describes the copies of a picture; of a picture that was refused it names none. */
export function pictureDescription(name: string): CheckedFile {
  return { key: markerKey(name), isUnaltered: (content) => parseMarker(content) !== undefined };
}

/** The copies of a picture that its description names; none if it was refused. */
export function copyFiles(name: string, description: Buffer): CheckedFile[] {
  const marker = parseMarker(description);
  if (!marker || !('hashes' in marker)) return [];
  return copyKeys(name).map(([width, key]) => ({
    key,
    isUnaltered: (content) => sha256(content) === marker.hashes[width],
  }));
}

function parseMarker(content: Buffer): PictureMarker | undefined {
  try {
    const marker = JSON.parse(content.toString()) as Partial<Record<'hashes' | 'refused', unknown>>;
    return marker.hashes || marker.refused ? (marker as PictureMarker) : undefined;
  } catch {
    return undefined;
  }
}
