import { listEncodings, hasHash } from '../store/compress';
import type { CheckedFile } from '../store/storeBuild';
import { dataKey } from './readData';
import { listContents, listData, type Release } from './Release';

/**
 * Lists the files that the store should have for a release's content: its pages and its other files, such as `robots.txt`,
 * each in all encodings, without duplicates.
 */
export function pageFiles(release: Pick<Release, 'pages' | 'files'>): CheckedFile[] {
  const hashes = new Map<string, string>();
  for (const [file, hash] of listContents(release)) {
    for (const encoding of listEncodings(file)) hashes.set(`pages/${hash}${encoding}`, hash);
  }
  return [...hashes].map(([key, hash]) => ({
    key,
    isUnaltered: (content) => hasHash(key, content, hash),
  }));
}

/** Lists the files that the store should have for a release's data and answers, without duplicates. */
export function dataFiles(release: Pick<Release, 'data' | 'answers'>): CheckedFile[] {
  return [...listData(release)].map((hash) => {
    const key = dataKey(hash);
    return { key, isUnaltered: (content) => hasHash(key, content, hash) };
  });
}
