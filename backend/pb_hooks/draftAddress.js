/**
 * Returns the address that shows a draft. Its host name begins with the label that `platform/drafts/draftLabel.ts`
 * derives.
 * @param {string} id the draft's id
 * @returns an empty string if `PREVIEW_HOST` is not set or there is no draft key
 */
function draftAddress(id) {
  const host = $os.getenv('PREVIEW_HOST');
  const [newest] = $app.findRecordsByFilter('draft_keys', '', '-@rowid', 1, 0);
  if (host === '' || !newest) return '';
  const secret = $security.hs256(id, newest.getString('key')).slice(0, 32);
  return `${/^localhost(:|$)/.test(host) ? 'http' : 'https'}://draft-${id}-${secret}.${host}`;
}

module.exports = { draftAddress };
