const QUEUES = ['form_submits', 'micora_delete_requests', 'deletion_reminders'];
const LOCK = 'mailsAreBeingSent';
/** A run that says nothing for this long hangs, and is taken over. Milliseconds. */
const LOCK_MS = 5 * 60_000;
const LONGEST_PAUSE_MINUTES = 15;
/** From then on, which is after eleven hours, a mail that cannot be sent no longer holds up those behind it. */
const PATIENCE = 48;

/** Sends what waits, oldest first. If the mail server fails, the rest waits with it, so that the order is kept. */
function sendWaitingMails() {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  if (!takeLock()) return;
  try {
    for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
      keepLock();
      if (!send(next) && next.attempts < PATIENCE) return;
    }
  } finally {
    $app.store().remove(LOCK);
  }
}

function takeLock() {
  let isTaken = false;
  $app.store().setFunc(LOCK, (until) => {
    isTaken = !until || until < Date.now();
    return isTaken ? Date.now() + LOCK_MS : until;
  });
  return isTaken;
}

function keepLock() {
  $app.store().set(LOCK, Date.now() + LOCK_MS);
}

/** The oldest of what waits and is not given a pause, unless one before it makes it wait. */
function nextWaiting() {
  const now = new DateTime().string();
  const filter = "mailed_at = '' && (mail_attempts < {:patience} || mail_retry_at <= {:now})";
  const heads = QUEUES.flatMap((queue) =>
    $app.findRecordsByFilter(queue, filter, 'created,@rowid', 1, 0, { patience: PATIENCE, now }),
  );
  const [head] = heads.sort((one, two) => one.getString('created').localeCompare(two.getString('created')));
  if (head === undefined || head.getString('mail_retry_at') > now) return undefined;
  return { record: head, queue: head.collection().name, attempts: head.getInt('mail_attempts') + 1 };
}

/**
 * @param {NonNullable<ReturnType<typeof nextWaiting>>} waiting
 * @returns whether it was sent, or need not be sent any more.
 */
function send({ record, queue, attempts }) {
  const pause = Math.min(2 ** (attempts - 1), LONGEST_PAUSE_MINUTES);
  const retryAt = new Date(Date.now() + pause * 60_000).toISOString().replace('T', ' ');
  // Before it is sent: if this cannot be noted (the disk is full, say), it would be sent again each minute.
  note(queue, record.id, { mail_attempts: attempts, mail_retry_at: retryAt });
  try {
    const { writeMail } = require(`${__hooks}/writeMail.js`);
    const mail = writeMail(record, queue);
    if (mail !== undefined) $app.newMailClient().send(mail);
  } catch (error) {
    const which = `${queue} ${record.id}, attempt ${attempts}`;
    $app.logger().error('A mail to the operator was not sent', 'mail', which, 'error', String(error));
    return false;
  }
  note(queue, record.id, { mailed_at: new DateTime().string(), mail_retry_at: '' });
  return true;
}

/**
 * Writes only these columns: the operator may be changing the record at this moment.
 * @param {string} queue @param {string} id @param {object} values
 */
function note(queue, id, values) {
  $app.db().update(queue, values, $dbx.hashExp({ id })).execute();
}

module.exports = { sendWaitingMails };
