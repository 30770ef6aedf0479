const QUEUES = ['form_submits', 'micora_delete_requests', 'deletion_reminders'];
const LONGEST_PAUSE_MINUTES = 15;
/** A mail that has been on its way for this long hangs, and is sent again. */
const LONGEST_SENDING_MINUTES = 5;
/** From then on, which is after eleven hours, a mail that cannot be sent no longer holds up those behind it. */
const PATIENCE = 48;

/** Sends what waits, oldest first. If the mail server fails, the rest waits with it, so that the order is kept. */
function sendWaitingMails() {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
    if (!send(next) && next.attempts < PATIENCE) return;
  }
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
function send({ record: { id }, record, queue, attempts }) {
  const pause = Math.min(2 ** (attempts - 1), LONGEST_PAUSE_MINUTES);
  const mail_retry_at = inMinutes(Math.max(pause, LONGEST_SENDING_MINUTES));
  // Before it is sent: no other run sends it meanwhile, nor is it sent each minute if its end cannot be noted (the disk
  // is full, say).
  const isMine = note(queue, { id, mail_attempts: attempts - 1 }, { mail_attempts: attempts, mail_retry_at });
  if (!isMine) return false;
  try {
    const { writeMail } = require(`${__hooks}/writeMail.js`);
    const mail = writeMail(record, queue);
    if (mail !== undefined) $app.newMailClient().send(mail);
  } catch (error) {
    note(queue, { id, mail_attempts: attempts }, { mail_retry_at: inMinutes(pause) });
    const which = `${queue} ${id}, attempt ${attempts}`;
    $app.logger().error('A mail to the operator was not sent', 'mail', which, 'error', String(error));
    return false;
  }
  note(queue, { id }, { mailed_at: new DateTime().string(), mail_retry_at: '' });
  return true;
}

/** @param {number} minutes @returns the time then, as PocketBase writes it. */
function inMinutes(minutes) {
  return new Date(Date.now() + minutes * 60_000).toISOString().replace('T', ' ');
}

/**
 * Writes only these columns: the operator may be changing the record at this moment.
 * @param {string} queue @param {object} which @param {object} values
 * @returns whether there was such a record.
 */
function note(queue, which, values) {
  return $app.db().update(queue, values, $dbx.hashExp(which)).execute().rowsAffected() > 0;
}

module.exports = { sendWaitingMails };
