import { copyFiles } from '../../release/pictures/pictureKeys';
import { pictureDescription } from '../checkedFile';
import { fetchFile, fetchFiles, type Copying } from './fetchFile';

/**
 * Copies the copies of a picture, and last its marker, which says that all of them are there.
 *
 * @throws IntegrityError if the bucket lacks any of it, or has it altered
 */
export async function copyPicture(copying: Copying, name: string): Promise<void> {
  const about = pictureDescription(name);
  const marker = await fetchFile(copying, about);
  // Over what is there: they may have been made again.
  await fetchFiles(copying, copyFiles(name, marker));
  await copying.copy.write(about.key, marker);
}
