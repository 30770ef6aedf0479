import { isPictureName } from '@site/shared/api/pictureCopy';
import { LRUCache } from 'lru-cache';
import { COPIES, copyFiles, markerKey, parseMarker, pictureOf } from '../pictures/pictureKeys';
import { pageFile } from '../release/releaseFiles';
import { isBuildName, parseArtifact, parseBuild } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import { builtFiles, type CheckedFile } from '../store/storeArtifact';

/** The description (`artifact.json`) of a build, `<app>/<version>`. */
export function buildDescription(build: string): CheckedFile {
  return { key: artifactKey(build), isUnaltered: (content) => parseBuild(build, content) !== undefined };
}

/** The files of a build that browsers load, including compressed forms; none if the description is invalid. */
export function buildFiles(description: Buffer): CheckedFile[] {
  const artifact = parseArtifact(description);
  return artifact ? builtFiles(artifact) : [];
}

/** The maximum number of remembered build descriptions. The live builds and the builds of open tabs together are fewer. */
const BUILDS = 100;

/**
 * Reads and checks files by their keys. A page's key contains the page's hash. An asset is checked against a description,
 * which is read first. A build's description never changes, so it is read once.
 *
 * @param readFile reads and checks a file
 * @returns a function that reads the file with a given key. It returns undefined if the key is unknown or the file is
 *   missing
 */
export function readChecked(
  readFile: (file: CheckedFile) => Promise<Buffer | undefined>,
): (key: string) => Promise<Buffer | undefined> {
  const known = new LRUCache<string, ReadonlyMap<string, CheckedFile>>({ max: BUILDS });

  async function filesBeside(key: string): Promise<ReadonlyMap<string, CheckedFile>> {
    const descriptionFile = descriptionOf(key);
    if (!descriptionFile) return new Map();
    const remembered = known.get(descriptionFile.key);
    if (remembered) return remembered;
    const description = await readFile(descriptionFile);
    if (!description) return new Map();
    const isCopy = key.startsWith(COPIES);
    const files = isCopy ? copyFiles(pictureOf(key), description) : buildFiles(description);
    const byKey = new Map(files.map((file) => [file.key, file]));
    // A picture's copies may be regenerated, with a new description under the same key.
    if (!isCopy) known.set(descriptionFile.key, byKey);
    return byKey;
  }

  return async (key) => {
    const file = pageFile(key) ?? (await filesBeside(key)).get(key);
    return file && readFile(file);
  };
}

/**
 * The description that lists an asset's checksum; undefined unless the key belongs to a build's file or to a picture's
 * copy.
 */
export function descriptionOf(key: string): CheckedFile | undefined {
  if (key.startsWith(COPIES)) {
    const name = pictureOf(key);
    return isPictureName(name) ? pictureDescription(name) : undefined;
  }
  const [folder, app, version] = key.split('/');
  const build = `${app}/${version}`;
  return folder === 'assets' && isBuildName(build) ? buildDescription(build) : undefined;
}

/** The description (marker) of a picture's copies. A refused picture's marker lists no copies. */
export function pictureDescription(name: string): CheckedFile {
  return { key: markerKey(name), isUnaltered: (content) => parseMarker(content) !== undefined };
}
