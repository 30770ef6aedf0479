const { oneLine } = require(`${__hooks}/oneLine.cjs`);

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
    subject: written.subject,
    text: [...describeRefused(record.id), ...written.lines].join('\n'),
    headers,
  });
}

// A stranger may have typed any address. The address that the account was made with is its owner's.
const CONFIRM_FIRST = [
  "Anyone can ask for the deletion of anyone's account. Before you delete one, write to",
  "that account's own address, and wait until it confirms. Without that, delete nothing.",
  'Step by step: docs/handle-requests.md, "Requests to delete an account".',
];

// What a visitor wrote can look like anything: short fields are one line each, a text is quoted and stands last, and
// what is to be pasted into a terminal stands above all of it.
/** @type {Record<string, (record: core.Record) => { subject: string, replyTo?: string, lines: string[] }>} */
const WRITERS = {
  form_submits: (record) => ({
    subject: `New message from ${short(record, 'full_name')}`,
    replyTo: record.getString('email_address'),
    lines: [
      `Name: ${short(record, 'full_name')}`,
      `Email: ${short(record, 'email_address')}`,
      `Company: ${short(record, 'company')}`,
      `Service: ${short(record, 'service_interested_in')}`,
      `Received: ${minutes(record.getString('created'))} UTC`,
      '',
      'Message:',
      ...quote(record.getString('project_details')),
    ],
  }),
  micora_delete_requests: (record) => ({
    subject: `New deletion request, due ${day(record.getString('due_at'))}`,
    replyTo: record.getString('micora_email'),
    lines: [
      ...CONFIRM_FIRST,
      '',
      `When it is done: npm run backend -- deletions done ${record.id}`,
      `In the dashboard: ${inDashboard('micora_delete_requests', { record: record.id })}`,
      '',
      `MiCora account: ${short(record, 'micora_email')}`,
      `Contact: ${short(record, 'contact_email')}`,
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
      `${day(request.getString('due_at'))}  ${request.id}  ${short(request, 'micora_email')}`;
    const overdue = requests.filter((request) => request.getString('due_at') < now).map(line);
    const soon = requests.filter((request) => request.getString('due_at') >= now).map(line);
    /** @param {string} title @param {string[]} lines */
    const part = (title, lines) => (lines.length === 0 ? [] : ['', `${title} (${lines.length}):`, ...lines]);
    return {
      subject: `Deletion requests: ${overdue.length} overdue, ${soon.length} due within 7 days`,
      lines: [
        ...CONFIRM_FIRST,
        '',
        'When one is done: npm run backend -- deletions done <id>',
        `In the dashboard: ${inDashboard('micora_delete_requests', { sort: 'due_at', filter: 'done_at=""' })}`,
        ...part('OVERDUE', overdue),
        ...part('Due within 7 days', soon),
      ],
    };
  },
};

/**
 * @param {string} id of the record that the mail is about
 * @returns what stands above all in a mail as long as others were refused.
 */
function describeRefused(id) {
  const isRefused = $dbx.exp("mailed_at = '' AND mail_refusals > 0 AND id != {:id}", { id });
  const lines = Object.keys(WRITERS).flatMap((queue) => {
    const count = $app.countRecords(queue, isRefused);
    const filter = 'mailed_at="" && mail_refusals>0';
    return count === 0 ? [] : [`${queue}: ${count}  ${inDashboard(queue, { filter })}`];
  });
  if (lines.length === 0) return [];
  return ['Not delivered, because the mail server refused it; read it in the dashboard:', ...lines, ''];
}

/**
 * @param {string} collection @param {Record<string, string>} query what the dashboard is to show of it
 * @returns the address, which is on the backend's own machine (docs/edit-the-portfolio.md).
 */
function inDashboard(collection, query) {
  const pairs = Object.entries({ collection, ...query }).map(
    ([key, value]) => `${key}=${encodeURIComponent(value)}`,
  );
  const host = $os.args.find((arg) => arg.startsWith('--http='))?.slice('--http='.length);
  return `http://${host ?? '127.0.0.1:8090'}/_/#/collections?${pairs.join('&')}`;
}

/**
 * What stands in one line, however it was written.
 * @param {core.Record} record @param {string} field
 */
function short(record, field) {
  return oneLine(record.getString(field)) || '-';
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
