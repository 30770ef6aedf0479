import { PICTURE_COPIES, RECIPE } from '@site/shared/api/pictureCopy';
import type { Copies } from '../pictures/pictureKeys';

export const tinyPicture = {
  name: `${RECIPE}/projects/abc/one.jpg`,
  copies: Object.fromEntries(
    PICTURE_COPIES.map((copy) => [copy, Buffer.from(`${copy} pixels`)]),
  ) as Copies<Buffer>,
};
