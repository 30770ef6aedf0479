const QUEUES = ['form_submits', 'micora_delete_requests', 'deletion_reminders'];
const LONGEST_PAUSE_MINUTES = 15;
/** A mail that has been on its way for this long hangs, and is sent again. */
const LONGEST_SENDING_MINUTES = 5;
/** From then on, which is after half an hour, a mail that cannot be sent no longer holds up those behind it. */
const PATIENCE = 5;
/** One that the server refuses for good is tried once more on each of the next three days. */
const REFUSED_PAUSE_MINUTES = 24 * 60;
const MOST_REFUSALS = 4;
/**
 * What a mail server answers to refuse this very mail for good: 5xx (RFC 5321), but neither what it answers to a
 * connection (52x) nor to signing in (53x), which is the same for every mail. Whether it minds the text or an address,
 * the answer does not say.
 */
const REFUSAL = /^GoError: 5(?![23])\d\d\b/;

/**
 * Sends what waits, oldest first. If the mail server fails, the rest waits with it, so that the order is kept. A mail
 * that it refuses is set aside.
 */
function sendWaitingMails() {
  if (!$app.settings().smtp.enabled || $os.getenv('OPERATOR_EMAIL') === '') return;
  tryRefusedAfterStart();
  for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
    if (!send(next) && next.attempts < PATIENCE) return;
  }
}

/** Once after each start, as by one an address is corrected: what was refused may be accepted now. */
function tryRefusedAfterStart() {
  if ($app.store().has('refusedWereTried')) return;
  const refused = $dbx.exp("mailed_at = '' AND mail_refusals > 0");
  for (const queue of QUEUES)
    $app.db().update(queue, { mail_refusals: 1, mail_retry_at: '' }, refused).execute();
  $app.store().set('refusedWereTried', true);
}

/** The oldest of what waits and is not given a pause, unless one before it makes it wait. */
function nextWaiting() {
  const now = new DateTime().string();
  const holds = 'mail_attempts < {:patience} && mail_refusals = 0';
  const filter = `mailed_at = '' && mail_refusals < {:most} && (${holds} || mail_retry_at <= {:now})`;
  const values = { patience: PATIENCE, most: MOST_REFUSALS, now };
  const heads = QUEUES.flatMap((queue) =>
    $app.findRecordsByFilter(queue, filter, 'created,@rowid', 1, 0, values),
  );
  const [head] = heads.sort((one, two) => one.getString('created').localeCompare(two.getString('created')));
  if (head === undefined || head.getString('mail_retry_at') > now) return undefined;
  return { record: head, queue: head.collection().name, attempts: head.getInt('mail_attempts') + 1 };
}

/**
 * @param {NonNullable<ReturnType<typeof nextWaiting>>} waiting
 * @returns whether those behind it need not wait for it any more.
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
    const isRefused = REFUSAL.test(String(error));
    const outcome = isRefused
      ? { mail_refusals: record.getInt('mail_refusals') + 1, mail_retry_at: inMinutes(REFUSED_PAUSE_MINUTES) }
      : { mail_retry_at: inMinutes(pause) };
    note(queue, { id, mail_attempts: attempts }, outcome);
    const which = `${queue} ${id}, attempt ${attempts}`;
    $app.logger().error('A mail to the operator was not sent', 'mail', which, 'error', String(error));
    return isRefused;
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
