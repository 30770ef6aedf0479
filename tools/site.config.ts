import { thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';

/** The sizes that pages ask for, and the one that the dashboard's editor offers besides them for pictures in a text. */
const THUMBS = [
  '100x100',
  ...[false, true].flatMap((whole) => PICTURE_WIDTHS.map((width) => thumbSize(width, whole))),
];

/**
 * The calls of the backend that visitors may make (§7), and health: method and path, then the queries that pages send
 * with it, as URLSearchParams writes them. A call without a query is one, too. Regular expressions.
 */
export const visitorCalls: [call: string, ...queries: string[]][] = [
  [
    '(?:GET|HEAD) /api/collections/projects/records',
    'page=[1-9]\\d?&perPage=500&sort=created&skipTotal=1',
    'filter=id%3D%27\\w{1,255}%27',
  ],
  ['(?:GET|HEAD) /api/collections/projects/records/\\w+'],
  ['(?:GET|HEAD) /api/files/\\w+/\\w+/\\w[\\w.-]*', `thumb=(?:${THUMBS.join('|')})`],
  ['(?:GET|HEAD) /api/health'],
  ['POST /api/collections/form_submits/records'],
  ['POST /api/collections/micora_delete_requests/records'],
];

/** What the backend answers yes or no to, by name, for `GET /health`. No visitor may ask it. */
export const dutiesCall = '/api/health/duties';

/** The files by which phones let the app open its links: there once `shared/src/site.ts` has the app's ids. */
export const appLinkFiles = ['.well-known/apple-app-site-association', '.well-known/assetlinks.json'];

/** What one page may add to the shell, and what the shell may be. Uncompressed bytes. */
export const budgets = {
  shell: { scripts: 340_000, styles: 24_000 },
  remote: { scripts: 160_000, styles: 40_000 },
};
