import { expect, jest, test } from '@jest/globals';
import { lineBreaks } from './testing/lineBreaks';
import { deletion, runJob, site, writeUnchecked } from './testing/useBackend';
import { mailServer, sendForm, listSubjects, useMails } from './testing/useMails';

jest.setTimeout(240_000);

useMails();

const requestDeletion = (more: object = {}) =>
  site.visitor.collection('micora_delete_requests').create({ ...deletion, ...more });

const splitLines = (mail?: { body: string }) => {
  const [, text = ''] = /text\/plain.*\r\n\r\n([^]*?)\r\n--/.exec(mail?.body ?? '') ?? [];
  return text.split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u);
};
const CONFIRM_FIRST = 'Before its own address has confirmed it, delete no account: docs/handle-requests.md';
const linkTo = (collection: string, id: string) =>
  `In the dashboard: ${site.dashboardUrl}#/collections?collection=${collection}&record=${id}`;

/**
 * Invisible characters: direction marks, embeddings, overrides, isolates, zero-width characters, variation selectors,
 * fillers and tag characters.
 */
const INVISIBLE = [
  '\u200e\u200f\u061c',
  '\u202a\u202b\u202c\u202d\u202e',
  '\u2066\u2067\u2068\u2069',
  '\u200b\u200c\u200d\u2060\u034f',
  '\u00ad\ufeff',
  '\ufe00\ufe0e\ufe0f\u180b',
  '\u115f\u1160\u3164\uffa0',
  '\u{e0041}\u{e007f}',
];

test('sends the operator everything that visitors wrote', async () => {
  const server = await mailServer();
  const { id, due_at, created } = await requestDeletion();
  const ids = [
    await sendForm('Ådá 👩', { project_details: 'Größe = 5 €\n.\nEnde' }),
    await sendForm('Ada Example', { company: 'Example Ltd', service_interested_in: 'mobile' }),
  ];
  await runJob('mails');
  for (const { from, to } of server.mails)
    expect([from, to]).toEqual(['site@studio.example', ['operator@studio.example']]);
  const [first, second, third] = server.mails;
  expect(first?.headers).toMatchObject({
    subject: 'New message from Ada Example',
    'reply-to': 'ada@example.com',
  });
  expect(splitLines(first)).toEqual([
    linkTo('form_submits', ids[1] ?? ''),
    '',
    ...['full_name:', '> Ada Example', 'email_address:', '> ada@example.com', 'company:', '> Example Ltd'],
    ...['service_interested_in:', '> mobile', 'project_details:', '> A website, please.'],
    ...['created:', expect.stringMatching(/^> \d{4}-/)],
  ]);
  expect(second?.headers.subject).toMatch(/^=\?utf-8\?q\?/i);
  expect(splitLines(second)).toEqual(expect.arrayContaining(['> Ådá 👩', '> Größe = 5 €', '> .', '> Ende']));
  // A reply goes to the address of the account that is to be deleted. The contact address may belong to somebody else.
  expect(third?.headers).toMatchObject({
    subject: 'New deletion request for ada+app@example.com',
    'reply-to': 'ada+app@example.com',
  });
  const [due, arrived] = [due_at, created] as string[];
  expect(splitLines(third)).toEqual([
    ...[CONFIRM_FIRST, '', linkTo('micora_delete_requests', id), '', 'due_at:', `> ${due}`],
    ...['micora_email:', '> ada+app@example.com', 'contact_email:', '> ada@example.com', 'reason:', '>'],
    ...['created:', `> ${arrived}`],
  ]);
});

test.each(lineBreaks)(
  'a visitor cannot forge lines, headers or recipients with a %s',
  async (_, lineBreak) => {
    const server = await mailServer();
    const forged = `${lineBreak}In the dashboard: http://forged.example`;
    const id = await sendForm('Ada', { project_details: `A website.${lineBreak}${forged}` });
    await writeUnchecked(
      'form_submits',
      { full_name: `Ada${lineBreak}Bcc: victim@example.com`, email_address: `ada@example.com${forged}` },
      id,
    );
    const request = await requestDeletion({ reason: `Why not.${forged}` });
    const address = `ada@example.com${forged}`;
    const addresses = { contact_email: address, micora_email: address };
    await writeUnchecked('micora_delete_requests', addresses, request.id);
    await runJob('mails');
    for (const { to, headers } of server.mails) {
      expect(to).toEqual(['operator@studio.example']);
      for (const header of ['bcc', 'reply-to']) expect(headers).not.toHaveProperty(header);
    }
    const [deletionRequest, message] = server.mails;
    expect(message?.headers.subject).toBe('New message from Ada Bcc: victim@example.com');
    // Every line that a visitor has written begins with `>`, so all other lines must be the backend's own.
    const own = [...new Set([...splitLines(message), ...splitLines(deletionRequest)])].filter(
      (line) => !/^>/.test(line),
    );
    expect(own.sort()).toEqual(
      [
        ...['', CONFIRM_FIRST, linkTo('form_submits', id), linkTo('micora_delete_requests', request.id)],
        ...['full_name:', 'email_address:', 'company:', 'service_interested_in:', 'project_details:'],
        ...['created:', 'due_at:', 'micora_email:', 'contact_email:', 'reason:'],
      ].sort(),
    );
    expect(splitLines(message).slice(3, 7)).toEqual([
      ...['> Ada', '> Bcc: victim@example.com', 'email_address:', '> ada@example.com'],
    ]);
  },
);

test('an email omits invisible characters', async () => {
  const server = await mailServer();
  const company = INVISIBLE.map((characters) => `${characters}Two${characters}`).join(' ');
  const id = await sendForm('Ada', { project_details: `A${company}` });
  const full_name = '\u202eAda\u2066 Exam\u200bple\u200f';
  await writeUnchecked('form_submits', { full_name, company, email_address: 'ada\u200b@example.com' }, id);
  await runJob('mails');
  expect(listSubjects(server)).toEqual(['New message from Ada Example']);
  const lines = splitLines(server.mails[0]);
  const words = INVISIBLE.map(() => 'Two').join(' ');
  for (const line of ['> Ada Example', '> ada@example.com', `> ${words}`, `> A${words}`])
    expect(lines).toContain(line);
});

test('only a plain address becomes Reply-To', async () => {
  const server = await mailServer();
  const plain = ["first.last+tag_o'neil@sub.example.co.uk", 'a=b?c@example.com'];
  const odd = [
    ...['=?utf-8?q?a?=victim@example.com', 'a.=?utf-8?q?=40?=@example.com', 'a,victim@example.com'],
    ...[
      '<victim>@example.com',
      '"victim"@example.com',
      'a(b)@example.com',
      'a..b@example.com',
      'a;b@example.com',
    ],
    ...['a@[192.0.2.1].com', 'a@example.com>', 'å@example.com'],
  ];
  for (const email_address of [...plain, ...odd].reverse()) await sendForm('Ada', { email_address });
  await runJob('mails');
  const { mails } = server;
  expect(mails.map(({ headers }) => headers['reply-to'])).toEqual([...plain, ...odd.map(() => undefined)]);
  expect(mails.map((mail) => splitLines(mail)[5])).toEqual(
    [...plain, ...odd].map((address) => `> ${address}`),
  );
});

test('a visitor cannot put an encoded word into a subject', async () => {
  const server = await mailServer();
  await sendForm('=?utf-8?q?Bank?=');
  await runJob('mails');
  expect(listSubjects(server)).toEqual(['New message from = ?utf-8?q?Bank?=']);
});
