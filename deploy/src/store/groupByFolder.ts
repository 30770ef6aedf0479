import type { StoredFile } from './Store';

/** Files by the first parts of their keys: `releases/<id>`, or `<app>/<version>` without what stands before. */
export function groupByFolder(files: StoredFile[], depth: number, from = 0): Map<string, StoredFile[]> {
  const groups = new Map<string, StoredFile[]>();
  for (const file of files) {
    const folder = file.key.split('/').slice(from, depth).join('/');
    groups.set(folder, [...(groups.get(folder) ?? []), file]);
  }
  return groups;
}
