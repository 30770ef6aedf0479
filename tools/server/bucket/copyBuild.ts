import { missingIn } from '../../store/findDamage';
import type { CheckedFile } from '../../store/storeArtifact';
import { buildDescription, buildFiles } from '../checkedFile';
import { fetchFile, fetchFiles, type Copying } from './fetchFile';

/**
 * Copies what the copy lacks of a build: what browsers load of it, and last its `artifact.json`, which says that all of
 * it is there. Its server bundle stays in the bucket.
 *
 * @param build `<app>/<version>`
 * @returns all that browsers load of it
 * @throws IntegrityError if the bucket lacks any of it, or has it altered
 */
export async function copyBuild(copying: Copying, build: string): Promise<CheckedFile[]> {
  const about = buildDescription(build);
  const here = await copying.copy.read(about.key);
  const isHere = here !== undefined && about.isUnaltered(here);
  const description = isHere ? here : await fetchFile(copying, about);
  const files = buildFiles(description);
  await fetchFiles(copying, await missingIn(copying.copy, files));
  if (!isHere) await copying.copy.write(about.key, description);
  return files;
}
