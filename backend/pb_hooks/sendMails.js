/**
 * The time limit for sending one email, in milliseconds: the longest timeout in SMTP (RFC 5321, section 4.5.3.2).
 * PocketBase's mail client has no time limit of its own.
 */
const TIME_LIMIT = 10 * 60_000;

/** The SMTP codes that are about the connection, and therefore affect every email (RFC 5321). */
const CONNECTION = [421, 500, 501, 502, 503, 504];

/** The SMTP codes that are about our account, and therefore affect every email (RFC 4954). */
const ACCOUNT = [432, 454, 530, 534, 535, 538];

/**
 * Sends the emails that are due, newest first. After each failed attempt, an email waits 2, 4, 8 and so on up to 60
 * minutes. If the mail server refuses an email, only that email has to wait. If the connection fails or the account is
 * refused, the run ends, and the run in the next minute tries another email. Does nothing while another run is sending.
 */
function sendWaitingMails() {
  while (begin()) {
    try {
      if (!sendNext()) return;
    } finally {
      $app.store().remove('sending');
    }
  }
}

/**
 * Reserves the mail server for one email, for up to `TIME_LIMIT`. The end of the reservation is kept in PocketBase's
 * in-memory store, which a restart empties.
 * @returns false if another run's reservation has not ended
 */
function begin() {
  let isFree = false;
  $app.store().setFunc('sending', (until) => {
    isFree = !(until > Date.now());
    return isFree ? Date.now() + TIME_LIMIT : until;
  });
  return isFree;
}

/** Sends the newest email that is due. @returns whether to continue with the next one */
function sendNext() {
  const record = nextWaiting();
  if (record === undefined) return false;
  const attempts = record.getInt('mail_attempts') + 1;
  const minutes = Math.min(2 ** attempts, 60);
  // Counts the attempt before sending. Otherwise, an email that was sent but not recorded would be sent again and again.
  update(record, { mail_attempts: attempts, mail_next: dateIn(minutes * 60_000) });
  try {
    send(require(`${__hooks}/writeMail.js`).writeMail(record));
  } catch (error) {
    const { code, answer } = parseFailure(error);
    $app.logger().error('An email was not sent', 'record', record.id, 'error', answer);
    update(record, { mail_error: answer.slice(0, 300) });
    return code > 0 && ![...CONNECTION, ...ACCOUNT].includes(code);
  }
  update(record, { mailed_at: dateIn(0), mail_error: '' });
  return true;
}

/** @returns {core.Record | undefined} the newest record whose email is due */
function nextWaiting() {
  const isDue = $dbx.exp("mailed_at = '' AND mail_next <= {:now}", { now: dateIn(0) });
  const waiting = [];
  for (const { name, isFinished } of require(`${__hooks}/findForms.js`).findForms()) {
    if (!isFinished) continue;
    const newest = arrayOf(new Record());
    $app.recordQuery(name).andWhere(isDue).orderBy('created DESC', 'rowid DESC').limit(1).all(newest);
    waiting.push(...newest);
  }
  const getCreated = (/** @type {core.Record} */ record) => record.getString('created');
  return waiting.sort((one, two) => (getCreated(one) < getCreated(two) ? 1 : -1))[0];
}

/**
 * Sends an email. If the mail server accepts AUTH LOGIN but not AUTH PLAIN, uses AUTH LOGIN from then on.
 * @param {mailer.Message} mail
 */
function send(mail) {
  const { smtp } = $app.settings();
  try {
    $app.newMailClient().send(mail);
  } catch (error) {
    const isPlainRefused = [504, ...ACCOUNT].includes(parseFailure(error).code);
    if (!isPlainRefused || smtp.username === '' || smtp.authMethod === 'LOGIN') throw error;
    smtp.authMethod = 'LOGIN';
    try {
      $app.newMailClient().send(mail);
    } catch {
      smtp.authMethod = 'PLAIN';
      throw error;
    }
  }
}

/**
 * @param {any} error PocketBase passes on the error from Go's textproto, which contains the code and the message
 * @returns `code`: the SMTP code, or 0 if the mail server has not responded; `answer`: its response, or the error
 */
function parseFailure(error) {
  const { code = 0, msg } = error.value ?? {};
  return code > 0 ? { code, answer: `${code} ${msg}` } : { code: 0, answer: String(error) };
}

/** @param {number} milliseconds from now @returns a date in PocketBase's format */
function dateIn(milliseconds) {
  return require(`${__hooks}/storedDate.js`).storedDate(new Date(Date.now() + milliseconds));
}

/**
 * Updates only the given columns, because the operator may be editing the record.
 * @param {core.Record} record @param {object} values
 */
function update(record, values) {
  $app
    .db()
    .update(record.collection().name, values, $dbx.hashExp({ id: record.id }))
    .execute();
}

module.exports = { sendWaitingMails, send };
