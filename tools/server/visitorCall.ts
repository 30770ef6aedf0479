import { thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';

/** The sizes that pages ask for, and the one that the dashboard's editor offers besides them for pictures in a text. */
const THUMBS = [
  '100x100',
  ...[false, true].flatMap((whole) => PICTURE_WIDTHS.map((width) => thumbSize(width, whole))),
];

/**
 * The calls of visitors (§7), and health: method and path, then the queries that pages send with it, as URLSearchParams
 * writes them. A call without a query is one, too.
 */
const CALLS: [call: string, ...queries: string[]][] = [
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

/**
 * Method and path of a call that visitors may make; nothing else of the backend can be reached through the site.
 * Judged is what is sent, letter by letter, so that no server reads another path than was judged: no other spelling of
 * a call is that call.
 */
export const VISITOR_CALL = oneOf(CALLS.map(([call]) => call));

/**
 * The same with the query, if there is one. Any other would let a visitor choose what the backend works on: one filter
 * that compares long texts costs it many seconds.
 */
export const VISITOR_REQUEST = oneOf(
  CALLS.map(([call, ...queries]) => (queries.length > 0 ? `${call}(?:\\?(?:${queries.join('|')}))?` : call)),
);

function oneOf(expressions: string[]): RegExp {
  return new RegExp(`^(?:${expressions.join('|')})$`);
}
