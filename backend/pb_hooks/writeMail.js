/** @returns the mail to the operator about a record, undefined if there is nothing left to say. */
function writeMail(record, queue) {
  const written = WRITERS[queue](record);
  if (written === undefined) return undefined;
  const { senderAddress, senderName } = $app.settings().meta;
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

const WRITERS = {
  form_submits: (record) => ({
    subject: `New message from ${record.getString('full_name')}`,
    replyTo: record.getString('email_address'),
    lines: [
      `Name: ${record.getString('full_name')}`,
      `Email: ${record.getString('email_address')}`,
      `Company: ${record.getString('company') || '-'}`,
      `Service: ${record.getString('service_interested_in') || '-'}`,
      `Received: ${minutes(record.getString('created'))} UTC`,
      '',
      record.getString('project_details'),
    ],
  }),
  micora_delete_requests: (record) => ({
    subject: `New deletion request, due ${day(record.getString('due_at'))}`,
    replyTo: record.getString('contact_email'),
    lines: [
      `MiCora account: ${record.getString('micora_email')}`,
      `Contact: ${record.getString('contact_email')}`,
      `Received: ${minutes(record.getString('created'))} UTC`,
      `Due: ${day(record.getString('due_at'))}`,
      `Reason: ${record.getString('reason') || '-'}`,
      '',
      `When it is done: npm run backend -- deletions done ${record.id}`,
    ],
  }),
  deletion_reminders: () => {
    const { dueSoon } = require(`${__hooks}/dueSoon.js`);
    const requests = dueSoon();
    if (requests.length === 0) return undefined;
    const now = new DateTime().string();
    const line = (request) =>
      `${day(request.getString('due_at'))}  ${request.getString('micora_email')}  (${request.id})`;
    const overdue = requests.filter((request) => request.getString('due_at') < now).map(line);
    const soon = requests.filter((request) => request.getString('due_at') >= now).map(line);
    const part = (title, lines) => (lines.length === 0 ? [] : [`${title} (${lines.length}):`, ...lines, '']);
    return {
      subject: `Deletion requests: ${overdue.length} overdue, ${soon.length} due within 7 days`,
      lines: [
        ...part('OVERDUE', overdue),
        ...part('Due within 7 days', soon),
        'When one is done: npm run backend -- deletions done <id>',
      ],
    };
  },
};

/** A visitor's line breaks and other control characters are never part of a header. */
function oneLine(text) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function day(date) {
  return date.slice(0, 10);
}

function minutes(date) {
  return date.slice(0, 16);
}

module.exports = { writeMail };
