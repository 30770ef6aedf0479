import { PICTURE_COPIES, RECIPE } from '@site/shared/api/pictureCopy';
import type { Copies } from '../pictures/pictureKeys';

/** A picture whose copies contain a few words instead of pixels. */
export const tinyPicture = {
  name: `${RECIPE}/projects/abc/one.jpg`,
  copies: Object.fromEntries(
    PICTURE_COPIES.map((copy) => [copy, Buffer.from(`${copy} pixels`)]),
  ) as Copies<Buffer>,
};
