/** The maximum length, in characters, of a field that is written on one line. */
const SHORT = 255;

/** Fields that visitors cannot set. Hidden fields and fields that the create rule refuses are not listed here. */
const NOT_FROM_VISITORS = ['id', 'created', 'updated', 'due_at', 'done'];

/**
 * An address that is safe in a header (RFC 5322, addr-spec of atoms). With any other syntax, an email
 * program might send a reply to an address that differs from the displayed one.
 */
const ADDRESS = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i;

/**
 * Writes the email to the operator about a record of a form. Visitors' text may imitate anything, so the instruction comes
 * first, short fields take one line each, and long text is quoted at the end.
 * @param {core.Record} record
 */
function writeMail(record) {
  const { settingsOf, hasField } = require(`${__hooks}/findForms.js`);
  const form = record.collection();
  const { subject, instruction, replyTo } = settingsOf(form);
  const refused = [...String(form.createRule).matchAll(/@request\.body\.(\w+):isset = false/g)];
  const hidden = [...NOT_FROM_VISITORS, ...refused.map(([, name]) => name)];
  const fields = [...form.fields].filter((field) => !field.getHidden() && !hidden.includes(field.getName()));
  const lines = [
    ...instructionLines(instruction),
    ...inDashboard(`collection=${form.name}&record=${record.id}`),
  ];
  for (const field of fields) {
    if (!isText(field)) lines.push(`${field.getName()}: ${oneLine(valueOf(record, field))}`);
  }
  for (const name of ['due_at', 'created']) {
    if (hasField(form, name)) lines.push(`${name}: ${oneLine(record.getString(name))}`);
  }
  const texts = fields.filter(isText);
  for (const field of texts) {
    lines.push('');
    if (texts.length > 1) lines.push(`${field.getName()}:`);
    lines.push(...quote(record.getString(field.getName())));
  }
  const filledSubject = subject.replace(/{(\w+)}/g, (_, name) => oneLine(record.getString(name)));
  const mail = toOperator(filledSubject, lines, record);
  // Every attempt uses the same id, so a mailbox can recognize duplicates.
  mail.headers['Message-ID'] = `<${form.name}.${record.id}@${mail.from.address.split('@')[1]}>`;
  const address = replyTo && record.getString(replyTo);
  if (ADDRESS.test(address) && !address.includes('=?')) mail.headers['Reply-To'] = address;
  return mail;
}

/** @returns one email for each form with records that are overdue or due within 7 days; the subject contains their number */
function writeReminders() {
  const { findForms, hasField, settingsOf } = require(`${__hooks}/findForms.js`);
  const { storedDate } = require(`${__hooks}/storedDate.js`);
  const inAWeek = storedDate(new Date(Date.now() + 7 * 86_400_000));
  const reminders = [];
  for (const form of findForms()) {
    if (!hasField(form, 'due_at') || !hasField(form, 'done')) continue;
    const due = $app.countRecords(form, $dbx.exp('done = 0 AND due_at <= {:inAWeek}', { inAWeek }));
    if (due === 0) continue;
    const { title, instruction } = settingsOf(form);
    const lines = [
      ...instructionLines(instruction),
      ...inDashboard(`collection=${form.name}&sort=due_at&filter=done%3Dfalse`),
    ];
    reminders.push(toOperator(`${title} that are overdue or due within 7 days: ${due}`, lines));
  }
  return reminders;
}

/**
 * @param {string} subject
 * @param {string[]} lines
 * @param {core.Record} [about] the record that the email is about
 */
function toOperator(subject, lines, about) {
  const { senderAddress, senderName } = $app.settings().meta;
  return new MailerMessage({
    from: { address: senderAddress, name: senderName },
    to: [{ address: $os.getenv('OPERATOR_EMAIL') }],
    // Email programs decode text after `=?`, and the decoded text may contain line breaks.
    subject: subject.replace(/=\?/g, '= ?'),
    text: [...refusedMails(about), ...lines].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}

/**
 * Describes the refused emails that the operator has not handled yet.
 * @param {core.Record} [except] a record to leave out
 */
function refusedMails(except) {
  const filter = encodeURIComponent('mailed_at = "" && mail_trouble.refused > 0');
  const lines = [];
  for (const { name } of require(`${__hooks}/findForms.js`).findForms()) {
    const refused = new DynamicModel({ count: 0, answer: '' });
    $app
      .db()
      .newQuery(
        `SELECT count(*) AS count, coalesce(max(json_extract(mail_trouble, '$.answer')), '') AS answer FROM {{${name}}}
        WHERE mailed_at = '' AND json_extract(mail_trouble, '$.refused') > 0 AND id != {:except}`,
      )
      .bind({ except: except?.id ?? '' })
      .one(refused);
    if (refused.count === 0) continue;
    lines.push(
      `The mail server refuses mails about ${name} (${refused.count}): ${oneLine(refused.answer)}`,
      'Read these records in the dashboard and set their mailed_at: docs/handle-requests.md',
      ...inDashboard(`collection=${name}&filter=${filter}`),
    );
  }
  return lines;
}

/** @param {string} instruction */
function instructionLines(instruction) {
  return instruction ? [...instruction.split(/\r?\n/), ''] : [];
}

/**
 * A line with a dashboard URL, which works only on the backend's machine.
 * @param {string} query the URL's query
 */
function inDashboard(query) {
  const host = $os.args.find((arg) => arg.startsWith('--http='))?.slice('--http='.length);
  return [`In the dashboard: http://${host ?? '127.0.0.1:8090'}/_/#/collections?${query}`, ''];
}

/** Whether a field may hold more than one line. @param {core.Field} field */
function isText(field) {
  if (['editor', 'json'].includes(field.type())) return true;
  const max = /** @type {core.TextField} */ (field).max;
  return field.type() === 'text' && !(max > 0 && max <= SHORT);
}

/** @param {core.Record} record @param {core.Field} field */
function valueOf(record, field) {
  const isList = ['select', 'relation', 'file'].includes(field.type());
  return isList ? record.getStringSlice(field.getName()).join(', ') : record.getString(field.getName());
}

/**
 * Replaces line breaks with spaces. Removes invisible characters, which could reverse a line or make two names look the same.
 * U+2800 is a blank Braille character.
 * @param {string} text
 */
function oneLine(text) {
  const visible = text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
  return visible.replace(/[\p{Cc}\p{Z}\u2800]+/gu, ' ').trim() || '-';
}

/** Quotes each line. Lines end at every character that a program may treat as a line break. @param {string} text */
function quote(text) {
  return text.split(/\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/u).map((line) => `> ${line}`.trimEnd());
}

module.exports = { writeMail, writeReminders };
