import { formsOf, hasHash } from '../store/compress';
import type { CheckedFile } from '../store/storeArtifact';
import { dataKey } from './readRelease';
import { contentsOf, dataOf, type Release } from './Release';

/** The pages and other files of a release, e.g. `robots.txt`, plain and compressed, without duplicates. */
export function pageFiles(release: Release): CheckedFile[] {
  const keys = new Set<string>();
  for (const [file, hash] of contentsOf(release)) {
    for (const form of formsOf(file)) keys.add(`pages/${hash}${form}`);
  }
  return [...keys].flatMap((key) => pageFile(key) ?? []);
}

/** The page or other file of a release whose hash is in this key; undefined for keys of other kinds. */
export function pageFile(key: string): CheckedFile | undefined {
  const [, hash] = /^pages\/([\da-f]{64})(?:\.br|\.gz)?$/.exec(key) ?? [];
  return hash === undefined ? undefined : { key, isUnaltered: (content) => hasHash(key, content, hash) };
}

/** The data of a release, without duplicates. */
export function dataFiles(release: Release): CheckedFile[] {
  return [...dataOf(release)].map(dataFile);
}

/** The backend's answers in a release, without duplicates. */
export function answerFiles({ answers }: Release): CheckedFile[] {
  return [...new Set(Object.values(answers).map(({ content }) => content))].map(dataFile);
}

function dataFile(hash: string): CheckedFile {
  const key = dataKey(hash);
  return { key, isUnaltered: (content) => hasHash(key, content, hash) };
}
