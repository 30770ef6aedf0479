import { PICTURE_WIDTHS, RECIPE } from '@site/shared/api/pictureCopy';
import type { Copies } from '../pictures/pictureKeys';

/** A picture whose copies contain a few words instead of pixels. */
export const tinyPicture = {
  name: `${RECIPE}/projects/abc/one.jpg`,
  copies: Object.fromEntries(
    PICTURE_WIDTHS.map((width) => [width, Buffer.from(`${width} pixels`)]),
  ) as Copies<Buffer>,
};
