import { expect, jest, test } from '@jest/globals';
import { lineBreaks } from './testing/lineBreaks';
import { deletion, runJob, site, writeUnchecked } from './testing/useBackend';
import { mailServer, sendForm, subjectsOf, useMails } from './testing/useMails';

// Tests the content of emails. mails.delivery.integration.test.ts tests their delivery.

jest.setTimeout(240_000);

useMails();

const requestDeletion = (more: object = {}) =>
  site.visitor.collection('micora_delete_requests').create({ ...deletion, ...more });

/** The lines of an email's text, split at every character that a program may treat as a line break. */
const linesOf = (mail?: { body: string }) => {
  const [, text = ''] = /text\/plain.*\r\n\r\n([^]*?)\r\n--/.exec(mail?.body ?? '') ?? [];
  return text.split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u);
};
const CONFIRM_FIRST = 'Before its own address has confirmed it, delete no account: docs/handle-requests.md';
const linkTo = (collection: string, id: string) =>
  `In the dashboard: ${site.dashboardUrl}#/collections?collection=${collection}&record=${id}`;

/** Invisible characters: direction marks, embeddings, overrides, isolates, zero width, selectors, fillers, tags. */
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

test('sends the operator everything that visitors wrote, oldest first', async () => {
  const server = await mailServer();
  const ids = [
    await sendForm('Ada Example', { company: 'Example Ltd', service_interested_in: 'mobile' }),
    await sendForm('Ådá 👩', { project_details: 'Größe = 5 €\n.\nEnde' }),
  ];
  const { id, due_at, created } = await requestDeletion();
  await runJob('mails');
  for (const { from, to } of server.mails)
    expect([from, to]).toEqual(['site@studio.example', ['operator@studio.example']]);
  const [first, second, third] = server.mails;
  expect(first?.headers).toMatchObject({
    subject: 'New message from Ada Example',
    'reply-to': 'ada@example.com',
  });
  expect(linesOf(first)).toEqual([
    linkTo('form_submits', ids[0] ?? ''),
    '',
    'full_name: Ada Example',
    'email_address: ada@example.com',
    'company: Example Ltd',
    'service_interested_in: mobile',
    expect.stringMatching(/^created: \d{4}-/),
    '',
    '> A website, please.',
  ]);
  expect(second?.headers.subject).toMatch(/^=\?utf-8\?q\?/i);
  expect(linesOf(second)).toEqual(
    expect.arrayContaining(['full_name: Ådá 👩', '> Größe = 5 €', '> .', '> Ende']),
  );
  // A reply goes to the account's own address, because anyone may have entered the contact address.
  expect(third?.headers).toMatchObject({
    subject: 'New deletion request for ada+app@example.com',
    'reply-to': 'ada+app@example.com',
  });
  const [due, arrived] = [due_at, created] as string[];
  expect(linesOf(third).slice(0, 7)).toEqual([
    ...[CONFIRM_FIRST, '', linkTo('micora_delete_requests', id), ''],
    ...['micora_email: ada+app@example.com', 'contact_email: ada@example.com', `due_at: ${due}`],
  ]);
  expect(linesOf(third)[7]).toBe(`created: ${arrived}`);
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
    const oneLine = forged.replace(lineBreak, ' ');
    const [message, deletionRequest] = server.mails;
    expect(message?.headers.subject).toBe('New message from Ada Bcc: victim@example.com');
    const lines = linesOf(message);
    expect(lines[2]).toBe('full_name: Ada Bcc: victim@example.com');
    expect(lines[3]).toBe(`email_address: ada@example.com${oneLine}`);
    expect(lines.slice(7)).toEqual(['', '> A website.', '>', `>${oneLine}`]);
    const [first, , link, , account, contact, ...rest] = linesOf(deletionRequest);
    expect([first, link]).toEqual([CONFIRM_FIRST, linkTo('micora_delete_requests', request.id)]);
    expect(account).toBe(`micora_email: ada@example.com${oneLine}`);
    expect(contact).toBe(`contact_email: ada@example.com${oneLine}`);
    expect(rest.slice(2)).toEqual(['', '> Why not.', `>${oneLine}`]);
  },
);

test('an email omits the invisible characters of short fields', async () => {
  const server = await mailServer();
  const sent = {
    full_name: '\u202eAda\u2066 Exam\u200bple\u200f',
    company: INVISIBLE.map((characters) => `${characters}Two${characters}`).join(' '),
  };
  const id = await sendForm('Ada', sent);
  await writeUnchecked('form_submits', { email_address: 'ada\u200b@example.com' }, id);
  await sendForm('\u200b\u2060');
  await runJob('mails');
  expect(subjectsOf(server)).toEqual(['New message from Ada Example', 'New message from -']);
  expect(linesOf(server.mails[0]).slice(3, 5)).toEqual([
    'email_address: ada@example.com',
    `company: ${INVISIBLE.map(() => 'Two').join(' ')}`,
  ]);
  expect(await site.operator.collection('form_submits').getOne(id)).toMatchObject(sent);
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
  for (const email_address of [...plain, ...odd]) await sendForm('Ada', { email_address });
  await runJob('mails');
  const { mails } = server;
  expect(mails.map(({ headers }) => headers['reply-to'])).toEqual([...plain, ...odd.map(() => undefined)]);
  expect(mails.map((mail) => linesOf(mail)[3])).toEqual(
    [...plain, ...odd].map((address) => `email_address: ${address}`),
  );
});

test('a visitor cannot put an encoded word into a subject', async () => {
  const server = await mailServer();
  await sendForm('=?utf-8?q?Bank?=');
  await runJob('mails');
  expect(subjectsOf(server)).toEqual(['New message from = ?utf-8?q?Bank?=']);
});
