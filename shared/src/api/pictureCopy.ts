/** The parts of a record that appear in the URLs of its files. */
export interface FileOwner {
  id: string;
  collection: string;
}

/** The widths of all copies and thumbnails of pictures, in pixels. The copy for link previews has its own size. */
export const PICTURE_WIDTHS = [192, 480, 720, 960, 1440, 2160, 2880] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

export const PICTURE_COPIES = [...PICTURE_WIDTHS, 'share'] as const;

export type PictureCopy = (typeof PICTURE_COPIES)[number];

/** The size of all pictures for link previews, in pixels. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/**
 * Identifies how copies are made: their sizes and the code in `platform/pictures/copyChild.mjs`. If you change the sizes or
 * that code, change this value as well. It is part of every copy's URL, and the content at a URL must never change.
 */
export const RECIPE = 'a7';

/**
 * Matches picture names (see `pictureName`) that need no escaping in store keys, file names and URLs. The ids and file names
 * that the backend generates always match.
 */
const NAME = /^\w{1,10}\/\w{1,30}\/\w{1,30}\/[\w-][\w.-]{0,139}$/;

/** Returns whether a string is a valid name for a picture's copies (see `pictureName`). */
export function isPictureName(text: string): boolean {
  return NAME.test(text);
}

/**
 * Returns the name that all copies of a picture share, `<recipe>/<collection>/<record>/<file>`. The backend never reuses a
 * file name, so the same name always means the same picture. Returns undefined if the file name is empty or invalid.
 */
export function pictureName({ collection, id }: FileOwner, fileName: string): string | undefined {
  const name = [RECIPE, collection, id, fileName].join('/');
  return isPictureName(name) ? name : undefined;
}

/**
 * Returns the file name of a copy. The copy for link previews is a JPEG, because many programs that show link previews
 * cannot read AVIF.
 */
export function copyFile(copy: PictureCopy): string {
  return copy === 'share' ? 'share.jpg' : `${copy}.avif`;
}

/** Returns the URL of a copy. Until the copy exists, the server redirects requests for this URL to the backend's file. */
export function copyUrl(name: string, copy: PictureCopy): string {
  return `/assets/pictures/${name}/${copyFile(copy)}`;
}
