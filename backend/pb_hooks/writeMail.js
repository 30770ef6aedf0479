/** Texts of up to so many characters are one line each. */
const SHORT = 255;

/** Fields that hooks and operators fill in, besides those that are hidden or that the rule refuses. */
const NOT_OF_VISITORS = ['id', 'created', 'updated', 'due_at', 'done'];

/**
 * An address as it may stand in a header by itself (RFC 5322, addr-spec of atoms): in anything else a mail program may
 * find another address than the one that is seen.
 */
const ADDRESS = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i;

/**
 * What a visitor wrote can look like anything: short fields are one line each, texts are quoted and stand last, and
 * what is to be done stands above all of it.
 * @param {core.Record} record of a form
 * @returns the mail to the operator about it.
 */
function writeMail(record) {
  const { settingsOf, hasField } = require(`${__hooks}/findForms.js`);
  const form = record.collection();
  const { subject, instruction, replyTo } = settingsOf(form);
  const refused = [...String(form.createRule).matchAll(/@request\.body\.(\w+):isset = false/g)];
  const hidden = [...NOT_OF_VISITORS, ...refused.map(([, name]) => name)];
  const fields = [...form.fields].filter((field) => !field.getHidden() && !hidden.includes(field.getName()));
  const [lines, texts] = [false, true].map((are) => fields.filter((field) => isText(field) === are));
  const dates = ['due_at', 'created'].filter((name) => hasField(form, name));
  const mail = toOperator(
    subject.replace(/{(\w+)}/g, (_, name) => oneLine(record.getString(name))),
    [
      ...instructionLines(instruction),
      ...inDashboard(`collection=${form.name}&record=${record.id}`),
      ...lines.map((field) => `${field.getName()}: ${oneLine(valueOf(record, field))}`),
      ...dates.map((name) => `${name}: ${oneLine(record.getString(name))}`),
      ...texts.flatMap((field) => [
        '',
        ...(texts.length > 1 ? [`${field.getName()}:`] : []),
        ...quote(record.getString(field.getName())),
      ]),
    ],
    record,
  );
  // The same at each attempt: should one come through twice, the mailbox can tell.
  mail.headers['Message-ID'] = `<${form.name}.${record.id}@${mail.from.address.split('@')[1]}>`;
  const address = replyTo && record.getString(replyTo);
  if (ADDRESS.test(address) && !address.includes('=?')) mail.headers['Reply-To'] = address;
  return mail;
}

/** @returns a mail for each form of which something is overdue or due within 7 days, that says how many are. */
function writeReminders() {
  const { findForms, hasField, settingsOf } = require(`${__hooks}/findForms.js`);
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().replace('T', ' ');
  return findForms()
    .filter((form) => hasField(form, 'due_at') && hasField(form, 'done'))
    .flatMap((form) => {
      const due = $app.countRecords(form, $dbx.exp('done = 0 AND due_at <= {:inAWeek}', { inAWeek }));
      if (due === 0) return [];
      const { title, instruction } = settingsOf(form);
      return [
        toOperator(`${title} that are overdue or due within 7 days: ${due}`, [
          ...instructionLines(instruction),
          ...inDashboard(`collection=${form.name}&sort=due_at&filter=done%3Dfalse`),
        ]),
      ];
    });
}

/**
 * @param {string} subject
 * @param {string[]} lines
 * @param {core.Record} [about] what the mail is about
 */
function toOperator(subject, lines, about) {
  const { senderAddress, senderName } = $app.settings().meta;
  return new MailerMessage({
    from: { address: senderAddress, name: senderName },
    to: [{ address: $os.getenv('OPERATOR_EMAIL') }],
    // Mail programs decode what begins like this, even to line breaks.
    subject: subject.replace(/=\?/g, '= ?'),
    text: [...refusedMails(about), ...lines].join('\n'),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}

/**
 * Which mails the mail server has refused, but for the one about this record. It is told until they are dealt with.
 * @param {core.Record} [but]
 */
function refusedMails(but) {
  return require(`${__hooks}/findForms.js`)
    .findForms()
    .flatMap(({ name }) => {
      const told = new DynamicModel({ count: 0, answer: '' });
      $app
        .db()
        .newQuery(
          `SELECT count(*) AS count, coalesce(max(json_extract(mail_trouble, '$.answer')), '') AS answer FROM {{${name}}}
        WHERE mailed_at = '' AND json_extract(mail_trouble, '$.refused') > 0 AND id != {:but}`,
        )
        .bind({ but: but?.id ?? '' })
        .one(told);
      if (told.count === 0) return [];
      return [
        `The mail server refuses mails about ${name} (${told.count}): ${oneLine(told.answer)}`,
        'Read these records in the dashboard and set their mailed_at: docs/handle-requests.md',
        ...inDashboard(
          `collection=${name}&filter=${encodeURIComponent('mailed_at = "" && mail_trouble.refused > 0')}`,
        ),
      ];
    });
}

/** @param {string} instruction */
function instructionLines(instruction) {
  return instruction ? [...instruction.split(/\r?\n/), ''] : [];
}

/** @param {string} query what it is to show, on the backend's own machine */
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

module.exports = { writeMail, writeReminders };
