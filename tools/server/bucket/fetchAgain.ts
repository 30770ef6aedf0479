import { messageOf } from '@site/backend/messageOf';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { COPIES, pictureOf } from '../../release/pictures/pictureKeys';
import { IntegrityError } from '../../release/readRelease';
import type { CheckedFile } from '../../store/storeArtifact';
import { copyPicture } from './copyPicture';
import { findFile, type Copying } from './fetchFile';

/** How long a visitor waits for a file that is fetched again. Milliseconds. */
const LIMIT = 5000;

/** How many files that the bucket could not give are remembered, and for how long: it is not asked at each request. Milliseconds. */
const REMEMBERED = { max: 10_000, ttl: 60_000 };

/**
 * Puts a file of the copy back when it is read and turns out to be altered or removed.
 *
 * @param tell told once of each problem
 * @returns gives the file; undefined if the bucket does not have it, or if it has not been copied yet. It throws if the
 *   bucket has it altered, cannot be read, or does not answer
 */
export function fetchAgain(copying: Copying, tell: (line: string) => void) {
  const attempts = new LRUCache<string, Promise<Buffer | undefined>>(REMEMBERED);

  async function putBack(file: CheckedFile, isDamaged: boolean): Promise<Buffer | undefined> {
    try {
      const content = await findFile(copying, file);
      // On a full disk it is served all the same.
      if (content)
        await copying.copy.write(file.key, content).catch((error: unknown) => tell(messageOf(error)));
      if (isDamaged) tell(`${file.key} of the copy was damaged, and has been fetched again.`);
      return content;
    } catch (error) {
      if (!(error instanceof IntegrityError) || !file.key.startsWith(COPIES)) throw error;
      // The copies of a picture may have been made again, and are described anew then.
      await copyPicture(copying, pictureOf(file.key));
      return copying.copy.read(file.key);
    }
  }

  return async (file: CheckedFile, isDamaged: boolean): Promise<Buffer | undefined> => {
    const { key } = file;
    // What describes builds and pictures comes by itself, so that the bucket is not asked for those that strangers make up.
    if (!isDamaged && /^(?:artifacts|pictures)\//.test(key)) return undefined;
    const attempt = attempts.get(key) ?? putBack(file, isDamaged);
    attempts.set(key, attempt);
    const silence = pause(LIMIT, undefined, { ref: false }).then(() => {
      throw new Error(`${key} is missing or damaged in the copy, and the bucket does not answer.`);
    });
    const content = await Promise.race([attempt, silence]);
    if (content) attempts.delete(key);
    return content;
  };
}
