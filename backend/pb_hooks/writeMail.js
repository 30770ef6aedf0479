// A stranger may have typed any address. The address that the account was made with is its owner's.
const CONFIRM_FIRST = 'Before its own address has confirmed it, delete no account: docs/handle-requests.md';

/**
 * What a visitor wrote can look like anything: short fields are one line each, a text is quoted and stands last, and
 * what is to be done stands above all of it.
 * @param {core.Record} record
 * @returns the mail to the operator about it.
 */
function writeMail(record) {
  const collection = record.collection().name;
  const isMessage = collection === 'form_submits';
  const shown = isMessage
    ? ['full_name', 'email_address', 'company', 'service_interested_in', 'created']
    : ['micora_email', 'contact_email', 'due_at', 'created'];
  const subject = isMessage ? 'New message from' : 'New deletion request for';
  const mail = toOperator(`${subject} ${oneLine(record.getString(shown[0]))}`, [
    ...(isMessage ? [] : [CONFIRM_FIRST, '']),
    ...inDashboard(`collection=${collection}&record=${record.id}`),
    ...shown.map((field) => `${field}: ${oneLine(record.getString(field))}`),
    '',
    ...quote(record.getString(isMessage ? 'project_details' : 'reason')),
  ]);
  // The same at each attempt: should one come through twice, the mailbox can tell.
  mail.headers['Message-ID'] = `<${collection}.${record.id}@${mail.from.address.split('@')[1]}>`;
  // Some servers refuse other letters in a header. The address is in the text as well.
  const address = record.getString(isMessage ? 'email_address' : 'micora_email');
  if (/^[!-~]+$/.test(address)) mail.headers['Reply-To'] = address;
  return mail;
}

/** @returns a mail that says how many deletions are overdue or due within 7 days; undefined if none is. */
function writeReminder() {
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().replace('T', ' ');
  const isDue = $dbx.exp('done = 0 AND due_at <= {:inAWeek}', { inAWeek });
  const due = $app.countRecords('micora_delete_requests', isDue);
  if (due === 0) return undefined;
  return toOperator(`Deletion requests that are overdue or due within 7 days: ${due}`, [
    CONFIRM_FIRST,
    '',
    ...inDashboard('collection=micora_delete_requests&sort=due_at&filter=done%3Dfalse'),
  ]);
}

/** @param {string} subject @param {string[]} lines */
function toOperator(subject, lines) {
  const { senderAddress, senderName } = $app.settings().meta;
  return new MailerMessage({
    from: { address: senderAddress, name: senderName },
    to: [{ address: $os.getenv('OPERATOR_EMAIL') }],
    subject,
    text: lines.join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}

/** @param {string} query what it is to show, on the backend's own machine */
function inDashboard(query) {
  const host = $os.args.find((arg) => arg.startsWith('--http='))?.slice('--http='.length);
  return [`In the dashboard: http://${host ?? '127.0.0.1:8090'}/_/#/collections?${query}`, ''];
}

/**
 * Without what nobody sees although it turns a line's direction or makes two names look the same (U+2800 is Braille).
 * @param {string} text
 */
function oneLine(text) {
  const seen = text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return seen.replace(/[\p{Cc}\p{Z}\u2800]+/gu, ' ').trim() || '-';
}

/** @param {string} text whose lines, whatever breaks them, are each marked as a quotation */
function quote(text) {
  return text.split(/\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u).map((line) => `> ${line}`.trimEnd());
}

module.exports = { writeMail, writeReminder };
