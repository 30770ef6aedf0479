import type { FileOwner } from './fileUrl';

/** The widths, in pixels, in which pages show pictures. */
export const PICTURE_WIDTHS = [192, 480, 720, 960, 1440] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/**
 * Names how copies are made: in these widths, and as `tools/release/pictures/makeCopies.ts` does it. Copies that are made
 * in another way need another name here, since nothing that has an address ever changes.
 */
export const RECIPE = 'a2';

/** What can be a key of a store, a part of a file's name and an address as it is. The backend uses no other names. */
const NAME = /^\w{1,10}\/\w{1,30}\/\w{1,30}\/[\w-][\w.-]{0,139}$/;

/** Whether a text is the name of a picture's copies. */
export function isPictureName(text: string): boolean {
  return NAME.test(text);
}

/**
 * The name of the copies of a picture, `<recipe>/<collection>/<record>/<file>`. The backend never uses a file's name
 * twice, so it stands for one content.
 *
 * @returns undefined for a picture that has no copies: there is none, or its name could be no file's
 */
export function pictureName({ collection, id }: FileOwner, fileName: string): string | undefined {
  const name = [RECIPE, collection, id, fileName].join('/');
  return isPictureName(name) ? name : undefined;
}

/** The address of the copy of a picture in one width. While there is none, it leads to the backend's file. */
export function copyUrl(name: string, width: PictureWidth): string {
  return `/assets/pictures/${name}/${width}.avif`;
}
