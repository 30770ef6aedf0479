/** The calls of visitors (§7), and health. */
const CALLS = [
  '(?:GET|HEAD) /api/collections/projects/records',
  '(?:GET|HEAD) /api/collections/projects/records/\\w+',
  '(?:GET|HEAD) /api/files/\\w+/\\w+/\\w[\\w.-]*',
  '(?:GET|HEAD) /api/health',
  'POST /api/collections/form_submits/records',
  'POST /api/collections/micora_delete_requests/records',
];

/**
 * Method and path of a call that visitors may make; nothing else of the backend can be reached through the site.
 * Judged is what is sent, letter by letter, so that no server reads another path than was judged: no other spelling of
 * a call is that call. Node.js and nginx read the expression alike.
 */
export const VISITOR_CALL = new RegExp(`^(?:${CALLS.join('|')})$`);
