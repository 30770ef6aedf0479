/** The part of a record that its files' addresses are made of. */
export interface FileOwner {
  id: string;
  /** The collection's name or id. */
  collection: string;
}

/** The widths, in pixels, in which pages show pictures. */
export const PICTURE_WIDTHS = [192, 480, 720, 960, 1440, 2160] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/**
 * Names how copies are made: in these widths, and as `tools/release/pictures/makeCopies.ts` does it. Change this
 * name whenever copies are made in another way, because the content behind an address never changes.
 */
export const RECIPE = 'a4';

/** Names that can be used unchanged in store keys, file names and addresses. The backend uses no other names. */
const NAME = /^\w{1,10}\/\w{1,30}\/\w{1,30}\/[\w-][\w.-]{0,139}$/;

/** Whether a text is the name of a picture's copies. */
export function isPictureName(text: string): boolean {
  return NAME.test(text);
}

/**
 * The name of the copies of a picture, `<recipe>/<collection>/<record>/<file>`. The backend never uses a file's name
 * twice, so the name always identifies the same content.
 *
 * @returns undefined if there is no picture, or if its name could not be a file's
 */
export function pictureName({ collection, id }: FileOwner, fileName: string): string | undefined {
  const name = [RECIPE, collection, id, fileName].join('/');
  return isPictureName(name) ? name : undefined;
}

/** The address of the copy of a picture in one width. Until it is made, the server redirects to the backend's file. */
export function copyUrl(name: string, width: PictureWidth): string {
  return `/assets/pictures/${name}/${width}.avif`;
}
