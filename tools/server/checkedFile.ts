import { isPictureName } from '@site/shared/api/pictureCopy';
import { LRUCache } from 'lru-cache';
import { COPIES, copyFiles, markerKey, parseMarker, pictureOf } from '../release/pictures/pictureKeys';
import { pageFile } from '../release/releaseFiles';
import { isBuildName, parseArtifact, parseBuild } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import { builtFiles, type CheckedFile } from '../store/storeArtifact';

/** What describes the files of a build, `<app>/<version>`. */
export function buildDescription(build: string): CheckedFile {
  return { key: artifactKey(build), isUnaltered: (content) => parseBuild(build, content) !== undefined };
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
