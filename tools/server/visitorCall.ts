import { visitorCalls } from '../site.config';

/**
 * Method and path of a call that visitors may make; nothing else of the backend can be reached through the site.
 * Judged is what is sent, letter by letter, so that no server reads another path than was judged: no other spelling of
 * a call is that call.
 */
export const VISITOR_CALL = oneOf(visitorCalls.map(([call]) => call));

/**
 * The same with the query, if there is one. Any other would let a visitor choose what the backend works on: one filter
 * that compares long texts costs it many seconds.
 */
export const VISITOR_REQUEST = oneOf(
  visitorCalls.map(([call, ...queries]) =>
    queries.length > 0 ? `${call}(?:\\?(?:${queries.join('|')}))?` : call,
  ),
);

function oneOf(expressions: string[]): RegExp {
  return new RegExp(`^(?:${expressions.join('|')})$`);
}
