/** Fields that an email leaves out, in addition to hidden fields and fields that the create rule refuses. */
const LEFT_OUT = ['id', 'updated', 'done'];

/**
 * Matches email addresses that are safe in a header: those that consist of atoms (RFC 5322, addr-spec). With any other
 * syntax, an email program might send a reply to an address that differs from the displayed one.
 */
const ADDRESS = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i;

/**
 * Writes the email that tells the operator about a form's record. A visitor's text may imitate any part of the email.
 * So the instruction comes first, and every value is quoted below its field's name.
 * @param {core.Record} record
 */
function writeMail(record) {
  const settings = require(`${__hooks}/findForms.js`).readForm(record.collection());
  const { subject, instruction, replyTo, recipient } = settings;
  const form = record.collection();
  const refused = [...String(form.createRule).matchAll(/@request\.body\.(\w+):isset = false/g)];
  const leftOut = [...LEFT_OUT, ...refused.map(([, name]) => name)];
  const lines = [
    ...instructionLines(instruction),
    ...inDashboard(`collection=${form.name}&record=${record.id}`),
  ];
  for (const field of form.fields) {
    const name = field.getName();
    if (!field.getHidden() && !leftOut.includes(name))
      lines.push(`${name}:`, ...quote(valueOf(record, field)));
  }
  const filledSubject = subject.replace(/{(\w+)}/g, (_, name) => oneLine(record.getString(name)));
  const mail = toOperator(recipient, filledSubject, lines, record);
  // All attempts use the same id, so that a mailbox can recognise duplicates.
  mail.headers['Message-ID'] = `<${form.name}.${record.id}@${mail.from.address.split('@')[1]}>`;
  const address = replyTo && record.getString(replyTo);
  if (ADDRESS.test(address) && !address.includes('=?')) mail.headers['Reply-To'] = address;
  return mail;
}

/**
 * @returns one email for each form with records that are overdue or due within 7 days. The subject contains the number
 *   of those records
 */
function writeReminders() {
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const inAWeek = storedDate(new Date(Date.now() + 7 * 86_400_000));
  const reminders = [];
  for (const form of require(`${__hooks}/findForms.js`).findForms()) {
    const { collection, name, title, instruction, recipient, hasDeadline } = form;
    if (!hasDeadline) continue;
    const due = $app.countRecords(collection, $dbx.exp('done = 0 AND due_at <= {:inAWeek}', { inAWeek }));
    if (due === 0) continue;
    const lines = [
      ...instructionLines(instruction),
      ...inDashboard(`collection=${name}&sort=due_at&filter=done%3Dfalse`),
    ];
    reminders.push(toOperator(recipient, `${title} that are overdue or due within 7 days: ${due}`, lines));
  }
  return reminders;
}

/**
 * @param {string} recipient
 * @param {string} subject
 * @param {string[]} lines
 * @param {core.Record} [about] the record that the email is about
 */
function toOperator(recipient, subject, lines, about) {
  const { senderAddress, senderName } = $app.settings().meta;
  return new MailerMessage({
    from: { address: senderAddress, name: senderName },
    to: [{ address: recipient }],
    // Breaks up encoded words (`=?…?=`), because email programs decode them, and the decoded text may contain line
    // breaks.
    subject: subject.replace(/=\?/g, '= ?'),
    text: [...refusedMails(about), ...lines].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}

/**
 * Returns lines about the emails that wait because the mail server has refused them. The lines contain only the code
 * from the server's response, because the rest may quote the visitor.
 * @param {core.Record} [except] a record to leave out
 */
function refusedMails(except) {
  const isRefused = "mailed_at = '' AND mail_error GLOB '[45][0-9][0-9] *' AND id != {:except}";
  const lines = [];
  for (const { name, isFinished } of require(`${__hooks}/findForms.js`).findForms()) {
    if (!isFinished) continue;
    const refused = new DynamicModel({ count: 0, code: '' });
    $app
      .db()
      .newQuery(
        `SELECT count(*) AS count, coalesce(max(substr(mail_error, 1, 3)), '') AS code FROM {{${name}}} WHERE ${isRefused}`,
      )
      .bind({ except: except?.id ?? '' })
      .one(refused);
    if (refused.count === 0) continue;
    lines.push(
      `The mail server refuses emails about ${name} (${refused.count}): code ${refused.code}`,
      'Read these records in the dashboard and set their mailed_at: docs/handle-requests.md',
      ...inDashboard(`collection=${name}&filter=${encodeURIComponent('mailed_at = "" && mail_error != ""')}`),
    );
  }
  return lines;
}

/** @param {string} instruction */
function instructionLines(instruction) {
  return instruction ? [...instruction.split(/\r?\n/), ''] : [];
}

/**
 * Returns a line with a dashboard URL, and an empty line. The URL works only on the backend's machine.
 * @param {string} query the URL's query
 */
function inDashboard(query) {
  const host = $os.args.find((arg) => arg.startsWith('--http='))?.slice('--http='.length);
  return [`In the dashboard: http://${host ?? '127.0.0.1:8090'}/_/#/collections?${query}`, ''];
}

/** @param {core.Record} record @param {core.Field} field */
function valueOf(record, field) {
  const isList = ['select', 'relation', 'file'].includes(field.type());
  return isList ? record.getStringSlice(field.getName()).join(', ') : record.getString(field.getName());
}

/**
 * Puts text on one line: removes invisible characters, and replaces line breaks and other white space with spaces.
 * U+2800 is a blank Braille character.
 * @param {string} text
 * @returns a hyphen if nothing visible remains
 */
function oneLine(text) {
  return (
    visible(text)
      .replace(/[\p{Cc}\p{Z}\u2800]+/gu, ' ')
      .trim() || '-'
  );
}

/**
 * Splits text into lines, and quotes each line. Lines end at every character that a program may treat as a line break.
 * @param {string} text
 */
function quote(text) {
  return text.split(/\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u).map((line) => `> ${visible(line)}`.trimEnd());
}

/** Removes invisible characters, which could reverse a line or make two names look the same. @param {string} text */
function visible(text) {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
}

module.exports = { writeMail, writeReminders };
