import { encodingsOf, hasHash } from '../store/compress';
import type { CheckedFile } from '../store/storeBuild';
import { dataKey } from './readData';
import { contentsOf, dataOf, type Release } from './Release';

/** The pages and other files of a release, e.g. `robots.txt`, plain and compressed, without duplicates. */
export function pageFiles(release: Pick<Release, 'pages' | 'files'>): CheckedFile[] {
  const hashes = new Map<string, string>();
  for (const [file, hash] of contentsOf(release)) {
    for (const encoding of encodingsOf(file)) hashes.set(`pages/${hash}${encoding}`, hash);
  }
  return [...hashes].map(([key, hash]) => ({
    key,
    isUnaltered: (content) => hasHash(key, content, hash),
  }));
}

/** The data of a release: of its pages, and the backend's answers, without duplicates. */
export function dataFiles(release: Pick<Release, 'data' | 'answers'>): CheckedFile[] {
  return [...dataOf(release)].map((hash) => {
    const key = dataKey(hash);
    return { key, isUnaltered: (content) => hasHash(key, content, hash) };
  });
}
