/** The pauses, in minutes, before a deferred email is tried again. The last pause repeats. */
const DEFERRALS = [1, 5, 30];

/** The number of times that a refused email is tried again, at one attempt a day. */
const RETRIES = 3;

/** SMTP codes about our account at the mail server (RFC 4954). */
const AUTHENTICATION = [530, 534, 535, 538];

/**
 * Why an email was not sent.
 * @typedef {object} Failure
 * @property {number} code the SMTP code, or 0 if the mail server has not answered
 * @property {string} answer the mail server's answer, e.g. "550 Not here", or the error
 */

/**
 * Sends the waiting emails, ordered by the number of attempts and then by age. After a failure:
 * - If the mail server cannot be reached or refuses our account, all emails wait. The pause grows up to 15 minutes.
 * - If the server defers one email (4xx), that email is tried again after 1, 5 and then every 30 minutes.
 * - If the server refuses one email (5xx), that email is set aside and tried again once a day, three times.
 */
function sendWaitingMails() {
  let failures;
  while ((failures = claim()) !== undefined) {
    const record = nextWaiting();
    let areMailsHeld = false;
    try {
      areMailsHeld = record !== undefined && !attempt(record);
    } catch (error) {
      // The attempt could not be recorded, for example because the disk is full.
      areMailsHeld = true;
      log(record, String(error));
    }
    pause(areMailsHeld ? failures + 1 : 0);
    if (!record) return;
  }
}

/** @returns {number | undefined} the number of failures in a row, or undefined during a pause or another run of this job */
function claim() {
  let failures;
  // This callback holds the lock of PocketBase's store. A restart empties the store, and thereby ends every pause.
  $app.store().setFunc('mails', (state) => {
    if (state?.until > Date.now()) return state;
    failures = state?.failures ?? 0;
    // If the sending of an email hangs, the other emails wait for five minutes at most.
    return { failures, until: Date.now() + 5 * 60_000 };
  });
  return failures;
}

/** @param {number} failures the number of failures in a row */
function pause(failures) {
  const minutes = failures === 0 ? 0 : Math.min(2 ** (failures - 1), 15);
  $app.store().set('mails', { failures, until: Date.now() + minutes * 60_000 });
}

/** @returns {core.Record | undefined} the record whose email is sent next */
function nextWaiting() {
  const isDue = $dbx.exp("mailed_at = '' AND coalesce(json_extract(mail_trouble, '$.next'), '') <= {:now}", {
    now: dateIn(0),
  });
  const waiting = [];
  for (const { name } of require(`${__hooks}/findForms.js`).findForms()) {
    const first = arrayOf(new Record());
    $app.recordQuery(name).andWhere(isDue).orderBy('mail_attempts', 'created', 'rowid').limit(1).all(first);
    waiting.push(...first);
  }
  return waiting.sort((one, two) => one.getInt('mail_attempts') - two.getInt('mail_attempts'))[0];
}

/**
 * @param {core.Record} record
 * @returns whether to continue with other emails; false after a failure that would affect every email
 */
function attempt(record) {
  // Records the attempt before sending, so that the email is not sent again and again if recording fails.
  update(record, { mail_attempts: record.getInt('mail_attempts') + 1 });
  const failure = send(() => require(`${__hooks}/writeMail.js`).writeMail(record));
  if (!failure) {
    update(record, { mailed_at: dateIn(0), mail_trouble: null });
    return true;
  }
  log(record, failure.answer);
  if (isRefusal(failure)) setAside(record, failure);
  else if (acceptsAccount()) defer(record, failure);
  else return false;
  return true;
}

/**
 * @param {() => mailer.Message} write
 * @returns {Failure | undefined}
 */
function send(write) {
  try {
    $app.newMailClient().send(write());
    return undefined;
  } catch (error) {
    // PocketBase passes on the error from Go's textproto, which contains the code and the message.
    const { code, msg } = error.value ?? {};
    return code > 0 ? { code, answer: `${code} ${msg}` } : { code: 0, answer: String(error) };
  }
}

/** @param {Failure} failure */
function isRefusal({ code }) {
  return code >= 500 && !AUTHENTICATION.includes(code);
}

/**
 * Whether the mail server can be reached and accepts our account. The error code of a failed email is not enough, because a
 * server may refuse the whole connection with the same code. So this function sends an email without recipients. A server first
 * checks our account, and only then refuses the email because it has no recipients (503, 554).
 */
function acceptsAccount() {
  const address = $app.settings().meta.senderAddress;
  const failure = send(() => new MailerMessage({ from: { address }, to: [], subject: '-', text: '-' }));
  return !failure || isRefusal(failure);
}

/** @param {core.Record} record @param {Failure} failure */
function defer(record, { answer }) {
  const { deferred = 0, refused = 0 } = troubleOf(record);
  const minutes = DEFERRALS[Math.min(deferred, DEFERRALS.length - 1)];
  const next = dateIn(minutes * 60_000);
  update(record, {
    mail_trouble: JSON.stringify({ deferred: deferred + 1, refused, next, answer: shorten(answer) }),
  });
}

/** @param {core.Record} record @param {Failure} failure */
function setAside(record, { answer }) {
  const { deferred = 0, refused = 0 } = troubleOf(record);
  const next = refused < RETRIES ? dateIn(86_400_000) : '9999';
  update(record, {
    mail_trouble: JSON.stringify({ deferred, refused: refused + 1, next, answer: shorten(answer) }),
  });
}

/**
 * @param {core.Record} record
 * @returns {{ deferred?: number, refused?: number }}
 */
function troubleOf(record) {
  return JSON.parse(record.getString('mail_trouble') || 'null') ?? {};
}

/** @param {string} answer */
function shorten(answer) {
  return answer.slice(0, 300);
}

/** @param {number} milliseconds from now @returns a date in PocketBase's format */
function dateIn(milliseconds) {
  return require(`${__hooks}/storedDate.js`).storedDate(new Date(Date.now() + milliseconds));
}

/** @param {core.Record | undefined} record @param {string} error */
function log(record, error) {
  $app.logger().error('An email was not sent', 'record', record?.id ?? '', 'error', error);
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

module.exports = { sendWaitingMails };
