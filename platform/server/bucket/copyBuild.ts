import { missingIn } from '../../store/findDamage';
import type { CheckedFile } from '../../store/storeArtifact';
import { buildDescription, buildFiles } from '../checkedFile';
import { fetchFile, fetchFiles, type Copying } from './fetchFile';

/**
 * Copies the missing files of a build: first the files that browsers load, then `artifact.json`, which marks the copy as
 * complete. The server bundle is not copied.
 *
 * @param build `<app>/<version>`
 * @returns all files of the build that browsers load
 * @throws IntegrityError if a file is missing or damaged in the bucket
 */
export async function copyBuild(copying: Copying, build: string): Promise<CheckedFile[]> {
  const descriptionFile = buildDescription(build);
  const copied = await copying.copy.read(descriptionFile.key);
  const isCopied = copied !== undefined && descriptionFile.isUnaltered(copied);
  const description = isCopied ? copied : await fetchFile(copying, descriptionFile);
  const files = buildFiles(description);
  await fetchFiles(copying, await missingIn(copying.copy, files));
  if (!isCopied) await copying.copy.write(descriptionFile.key, description);
  return files;
}
