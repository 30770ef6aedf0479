import { messageOf } from '@site/shared/node/messageOf';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { COPIES, pictureOf } from '../../pictures/pictureKeys';
import { IntegrityError } from '../../release/readRelease';
import type { CheckedFile } from '../../store/storeArtifact';
import { copyPicture } from './copyPicture';
import { findFile, type Copying } from './fetchFile';

/** How long a visitor waits for a file that is fetched again, in milliseconds. */
const LIMIT = 5000;

/**
 * How many failed attempts are remembered, and for how long (milliseconds). While a failed attempt is remembered, the
 * file is not requested from the bucket again.
 */
const REMEMBERED = { max: 10_000, ttl: 60_000 };

/**
 * Restores missing and damaged files in the copy by fetching them from the bucket.
 *
 * @param report called for each problem
 * @returns a function that fetches a file. It returns undefined if the bucket does not have the file, or if the file is
 *   a description that has not been copied yet. It throws if the file is damaged in the bucket, or if the bucket cannot
 *   be read in time
 */
export function fetchAgain(copying: Copying, report: (line: string) => void) {
  const attempts = new LRUCache<string, Promise<Buffer | undefined>>(REMEMBERED);

  async function restore(file: CheckedFile, isDamaged: boolean): Promise<Buffer | undefined> {
    try {
      const content = await findFile(copying, file);
      // The file is served even if the disk is full.
      if (content)
        await copying.copy.write(file.key, content).catch((error: unknown) => report(messageOf(error)));
      if (isDamaged) report(`${file.key} was damaged in the copy and has been fetched again.`);
      return content;
    } catch (error) {
      if (!(error instanceof IntegrityError) || !file.key.startsWith(COPIES)) throw error;
      // The copies of a picture may have been regenerated, with another description.
      await copyPicture(copying, pictureOf(file.key));
      return copying.copy.read(file.key);
    }
  }

  return async (file: CheckedFile, isDamaged: boolean): Promise<Buffer | undefined> => {
    const { key } = file;
    // Missing descriptions are copied only in the background, so that visitors cannot query the bucket for made-up names.
    if (!isDamaged && /^(?:artifacts|pictures)\//.test(key)) return undefined;
    const attempt = attempts.get(key) ?? restore(file, isDamaged);
    attempts.set(key, attempt);
    const timeout = pause(LIMIT, undefined, { ref: false }).then(() => {
      throw new Error(`${key} is missing or damaged in the copy, and the bucket does not answer.`);
    });
    const content = await Promise.race([attempt, timeout]);
    if (content) attempts.delete(key);
    return content;
  };
}
