/**
 * @param {core.Record} record @param {string} queue
 * @returns the mail to the operator about a record, undefined if there is nothing left to say.
 */
function writeMail(record, queue) {
  const written = WRITERS[queue](record);
  if (written === undefined) return undefined;
  const { senderAddress, senderName } = $app.settings().meta;
  /** @type {Record<string, string>} */
  const headers = {
    // The same at each attempt: should one come through twice, the mailbox can tell.
    'Message-ID': `<${queue}.${record.id}@${senderAddress.split('@')[1]}>`,
    'Auto-Submitted': 'auto-generated',
  };
  // Some servers refuse other letters in a header. The address is in the text as well.
  if (/^[!-~]+$/.test(written.replyTo ?? '')) headers['Reply-To'] = written.replyTo;
  return new MailerMessage({
    from: { address: senderAddress, name: senderName },
    to: [{ address: $os.getenv('OPERATOR_EMAIL') }],
    subject: oneLine(written.subject),
    text: written.lines.join('\n'),
    headers,
  });
}

// What a visitor wrote can look like anything: short fields are one line each, a text is quoted and stands last, and
// what is to be pasted into a terminal stands above all of it.
/** @type {Record<string, (record: core.Record) => { subject: string, replyTo?: string, lines: string[] }>} */
const WRITERS = {
  form_submits: (record) => ({
    subject: `New message from ${record.getString('full_name')}`,
    replyTo: record.getString('email_address'),
    lines: [
      `Name: ${oneLine(record.getString('full_name'))}`,
      `Email: ${oneLine(record.getString('email_address'))}`,
      `Company: ${oneLine(record.getString('company')) || '-'}`,
      `Service: ${record.getString('service_interested_in') || '-'}`,
      `Received: ${minutes(record.getString('created'))} UTC`,
      '',
      'Message:',
      ...quote(record.getString('project_details')),
    ],
  }),
  micora_delete_requests: (record) => ({
    subject: `New deletion request, due ${day(record.getString('due_at'))}`,
    replyTo: record.getString('contact_email'),
    lines: [
      `When it is done: npm run backend -- deletions done ${record.id}`,
      '',
      `MiCora account: ${oneLine(record.getString('micora_email'))}`,
      `Contact: ${oneLine(record.getString('contact_email'))}`,
      `Received: ${minutes(record.getString('created'))} UTC`,
      `Due: ${day(record.getString('due_at'))}`,
      '',
      'Reason:',
      ...quote(record.getString('reason') || '-'),
    ],
  }),
  deletion_reminders: () => {
    const { dueSoon } = require(`${__hooks}/dueSoon.js`);
    /** @type {core.Record[]} */
    const requests = dueSoon();
    if (requests.length === 0) return undefined;
    const now = new DateTime().string();
    const line = (/** @type {core.Record} */ request) =>
      `${day(request.getString('due_at'))}  ${request.id}  ${oneLine(request.getString('micora_email'))}`;
    const overdue = requests.filter((request) => request.getString('due_at') < now).map(line);
    const soon = requests.filter((request) => request.getString('due_at') >= now).map(line);
    /** @param {string} title @param {string[]} lines */
    const part = (title, lines) => (lines.length === 0 ? [] : ['', `${title} (${lines.length}):`, ...lines]);
    return {
      subject: `Deletion requests: ${overdue.length} overdue, ${soon.length} due within 7 days`,
      lines: [
        'When one is done: npm run backend -- deletions done <id>',
        ...part('OVERDUE', overdue),
        ...part('Due within 7 days', soon),
      ],
    };
  },
};

/**
 * Line breaks and other control characters as a space, and no room to fill up a line with.
 * @param {string} text
 */
function oneLine(text) {
  return text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
}

/**
 * The lines of a text, whatever breaks them, each marked as a quotation.
 * @param {string} text
 */
function quote(text) {
  // eslint-disable-next-line no-control-regex -- they break lines in some mail programs
  return text.split(/\r\n|[\n-\r\x1c-\x1e\x85\u2028\u2029]/).map((line) => `> ${line}`.trimEnd());
}

/** @param {string} date as PocketBase writes it */
function day(date) {
  return date.slice(0, 10);
}

/** @param {string} date as PocketBase writes it */
function minutes(date) {
  return date.slice(0, 16);
}

module.exports = { writeMail };
