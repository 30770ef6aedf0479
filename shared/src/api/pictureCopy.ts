/** The fields of a record that appear in the URLs of the record's files. */
export interface FileOwner {
  id: string;
  /** The collection's name or id. */
  collection: string;
}

/** The widths, in pixels, at which pages show pictures. */
export const PICTURE_WIDTHS = [192, 480, 720, 960, 1440, 2160, 2880] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** The copies of a picture: one for each width, and one for link previews. */
export const PICTURE_COPIES = [...PICTURE_WIDTHS, 'share'] as const;

export type PictureCopy = (typeof PICTURE_COPIES)[number];

/** The size of all pictures for link previews, in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/**
 * Identifies how copies are made, which depends on their sizes and on `platform/pictures/copyChild.mjs`.
 * Change this value whenever copies are made differently, because the content at a URL must never change.
 */
export const RECIPE = 'a7';

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

/** The file name of a copy: an AVIF or, for link previews, a JPEG, because the programs that make these cannot read AVIF. */
export function copyFile(copy: PictureCopy): string {
  return copy === 'share' ? 'share.jpg' : `${copy}.avif`;
}

/** The URL of a picture's copy. Until the copy exists, the server redirects this URL to the backend's file. */
export function copyUrl(name: string, copy: PictureCopy): string {
  return `/assets/pictures/${name}/${copyFile(copy)}`;
}
