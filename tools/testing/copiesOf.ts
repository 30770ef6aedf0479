import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import type { Copies } from '../release/pictures/pictureKeys';

/** Copies of a picture that say a text. */
export function copiesOf(text: string): Copies<Buffer> {
  return Object.fromEntries(PICTURE_WIDTHS.map((width) => [width, Buffer.from(text)])) as Copies<Buffer>;
}
