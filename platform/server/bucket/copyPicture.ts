import { copyFiles } from '../../pictures/pictureKeys';
import { pictureDescription } from '../checkedFile';
import { fetchFile, fetchFiles, type Copying } from './fetchFile';

/**
 * Copies all sizes of a picture. The picture's marker is written last, because it marks the sizes as complete.
 *
 * @throws IntegrityError if a file is missing or damaged in the bucket
 */
export async function copyPicture(copying: Copying, name: string): Promise<void> {
  const markerFile = pictureDescription(name);
  const marker = await fetchFile(copying, markerFile);
  // Overwrites existing files, because the sizes may have been regenerated since they were copied.
  await fetchFiles(copying, copyFiles(name, marker));
  await copying.copy.write(markerFile.key, marker);
}
