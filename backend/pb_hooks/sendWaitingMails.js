/**
 * Sends what waits, oldest first. When one fails, all wait for a pause that grows up to 15 minutes; then those that
 * have been tried least come first, so that one which the server refuses each time holds up nobody.
 */
function sendWaitingMails() {
  let failures;
  while ((failures = claim()) !== undefined) {
    const record = nextWaiting();
    try {
      if (record) send(record);
      pause(0);
    } catch (error) {
      pause(failures + 1);
      $app.logger().error('A mail was not sent', 'record', record.id, 'error', String(error));
    }
    if (!record) return;
  }
}

/** @returns {number | undefined} how often it has failed in a row; undefined in a pause, or while another job sends. */
function claim() {
  let failures;
  // Runs under the store's lock. A start finds it empty, and ends every pause.
  $app.store().setFunc('mails', (state) => {
    if (state?.until > Date.now()) return state;
    failures = state?.failures ?? 0;
    // A mail that hangs holds up the others for five minutes.
    return { failures, until: Date.now() + 5 * 60_000 };
  });
  return failures;
}

/** @param {number} failures how often it has failed in a row */
function pause(failures) {
  const minutes = failures === 0 ? 0 : Math.min(2 ** (failures - 1), 15);
  $app.store().set('mails', { failures, until: Date.now() + minutes * 60_000 });
}

function nextWaiting() {
  return ['form_submits', 'micora_delete_requests']
    .flatMap((name) => $app.findRecordsByFilter(name, "mailed_at = ''", 'mail_attempts,created,@rowid', 1, 0))
    .sort((one, two) => one.getInt('mail_attempts') - two.getInt('mail_attempts'))[0];
}

/** @param {core.Record} record */
function send(record) {
  // First, so that it is not sent again and again if nothing can be noted, on a full disk for one.
  note(record, { mail_attempts: record.getInt('mail_attempts') + 1 });
  const { writeMail } = require(`${__hooks}/writeMail.js`);
  $app.newMailClient().send(writeMail(record));
  note(record, { mailed_at: new DateTime().string() });
}

/**
 * Writes only these columns: the operator may be changing the record at this moment.
 * @param {core.Record} record @param {object} values
 */
function note(record, values) {
  $app
    .db()
    .update(record.collection().name, values, $dbx.hashExp({ id: record.id }))
    .execute();
}

module.exports = { sendWaitingMails };
