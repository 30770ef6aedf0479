/** The fields of a record that appear in the URLs of the record's files. */
export interface FileOwner {
  id: string;
  /** The collection's name or id. */
  collection: string;
}

/** The widths, in pixels, at which pages show pictures. */
export const PICTURE_WIDTHS = [192, 480, 720, 960, 1440, 2160, 2880] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/**
 * Identifies how copies are made, which depends on their widths and on `platform/pictures/copyChild.mjs`.
 * Change this value whenever copies are made differently, because the content at a URL must never change.
 */
export const RECIPE = 'a5';

/** Names that need no escaping in store keys, file names and URLs. All names that the backend generates match. */
const NAME = /^\w{1,10}\/\w{1,30}\/\w{1,30}\/[\w-][\w.-]{0,139}$/;

/** Whether a text is a valid name for a picture's copies. */
export function isPictureName(text: string): boolean {
  return NAME.test(text);
}

/**
 * The name of a picture's copies, `<recipe>/<collection>/<record>/<file>`. The backend never reuses a file name, so a
 * name always identifies the same content.
 *
 * @returns undefined if the file name is empty or invalid
 */
export function pictureName({ collection, id }: FileOwner, fileName: string): string | undefined {
  const name = [RECIPE, collection, id, fileName].join('/');
  return isPictureName(name) ? name : undefined;
}

/** The URL of a picture's copy in one width. Until the copy exists, the server redirects this URL to the backend's file. */
export function copyUrl(name: string, width: PictureWidth): string {
  return `/assets/pictures/${name}/${width}.avif`;
}
