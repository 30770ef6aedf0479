import { forEachParallel } from '../store/forEachParallel';
import type { Store, StoredFile } from '../store/Store';
import { listPreviews } from './listPreviews';

/** How long a preview is kept after it was last written, in milliseconds. */
const AGE = 30 * 86_400_000;

/** Removes the previews with the given name or label. */
export async function removePreview(
  previews: Store,
  wanted: string,
  log: (line: string) => void,
): Promise<void> {
  const labels = await listPreviews(previews, wanted);
  if (labels.length === 0) log(`There is no preview named ${wanted}.`);
  for (const label of labels) {
    await removeFolder(previews, await previews.list(label, { deep: true }));
    log(`Preview ${label} is removed.`);
  }
}

/**
 * Removes every preview folder whose files were all written more than 30 days ago, even if it contains no release.
 *
 * @param dryRun whether to only log what would be removed
 */
export async function endOldPreviews(
  previews: Store,
  log: (line: string) => void,
  { now = new Date(), dryRun = false } = {},
): Promise<void> {
  const folders = new Map<string, StoredFile[]>();
  for (const file of await previews.list('', { deep: true })) {
    const [folder = ''] = file.key.split('/');
    const files = folders.get(folder) ?? [];
    files.push(file);
    folders.set(folder, files);
  }
  for (const [folder, files] of folders) {
    const lastWritten = files.reduce((latest, { modified }) => Math.max(latest, modified.getTime()), 0);
    if (now.getTime() - lastWritten <= AGE) continue;
    if (!dryRun) await removeFolder(previews, files);
    log(`Preview ${folder} ${dryRun ? 'would be' : 'is'} removed: it is older than 30 days.`);
  }
}

/** Removes a preview's files: first its releases, because a preview without a release is not served. */
async function removeFolder(previews: Store, files: StoredFile[]): Promise<void> {
  const isRelease = ({ key }: StoredFile) => key.split('/')[1] === 'releases';
  for (const { key } of files.filter(isRelease)) await previews.remove(key);
  await forEachParallel(
    files.filter((file) => !isRelease(file)),
    ({ key }) => previews.remove(key),
  );
}
