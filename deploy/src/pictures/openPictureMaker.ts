import { fileURLToPath } from 'node:url';
import { openChild } from '../process/openChild';
import type { Copies } from './madePictures';
import type { CopiesAnswer } from './makeCopiesChild';

/** How long making the copies of one picture may take: the worst that is allowed, on a busy machine. Milliseconds. */
const MAKING_LIMIT = 120_000;

/** Makes copies of pictures. */
export interface PictureMaker {
  /**
   * @param picture a JPEG, PNG or WebP file
   * @throws RefusedPictureError if it cannot be read
   * @throws Error if nothing is known of it: making took too long, or ended
   */
  make(picture: Buffer): Promise<Copies<Buffer>>;
  close: () => void;
}

/** No copies can be made of this picture. */
export class RefusedPictureError extends Error {}

/** Opens a maker of pictures in a process of its own: a picture may take memory and time, and comes from elsewhere. */
export function openPictureMaker(limit = MAKING_LIMIT): PictureMaker {
  const path = fileURLToPath(new URL('makeCopiesChild.ts', import.meta.url));
  const child = openChild(path, 'Making its copies', limit);
  return {
    async make(picture) {
      const answer = (await child.ask(picture)) as CopiesAnswer;
      if ('refusal' in answer) throw new RefusedPictureError(answer.refusal);
      return answer.copies;
    },
    close: child.close,
  };
}
