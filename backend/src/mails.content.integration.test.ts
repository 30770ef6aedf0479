import { describe, expect, jest, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { lineBreaks } from './testing/lineBreaks';
import { until } from './testing/until';
import {
  allSent,
  mailing,
  mailServer,
  requestDeletion,
  runJob,
  sendForm,
  useMails,
  writeUnchecked,
} from './testing/useMails';

// What mails say. When they are sent, mails.delivery.integration.test.ts has.

jest.setTimeout(240_000);

useMails();

/** The lines of a mail's text, as any program might break them. */
const linesOf = (mail?: { body: string }) => {
  const [, text = ''] = /text\/plain.*\r\n\r\n([^]*?)\r\n--/.exec(mail?.body ?? '') ?? [];
  return text.split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u);
};

/** What nobody sees: marks, embeddings, overrides and isolates of direction, zero width, selectors, fillers, tags. */
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

describe('a new message is mailed to the operator', () => {
  test('with all that the visitor wrote, and answers go to the visitor', async () => {
    const { mails } = await mailServer();
    await sendForm('Ada Example', { company: 'Example Ltd', service_interested_in: 'mobile' });
    await runJob('mails');
    await allSent();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ from: 'site@studio.example', to: ['operator@studio.example'] });
    expect(mails[0]?.headers).toMatchObject({
      subject: 'New message from Ada Example',
      'reply-to': 'ada@example.com',
    });
    for (const line of ['Ada Example', 'ada@example.com', 'Example Ltd', 'mobile', 'A website, please.']) {
      expect(mails[0]?.body).toContain(line);
    }
  });

  test.each(lineBreaks)(
    'in which nobody can forge a line, a header or a recipient, even if no rule had refused it: %s',
    async (_, lineBreak) => {
      const { mails } = await mailServer();
      const forged = `${lineBreak}email_address: forged@example.com`;
      const id = await sendForm('Ada', { project_details: `A website.${lineBreak}${forged}` });
      await writeUnchecked('form_submits', id, {
        full_name: `Ada${lineBreak}Bcc: victim@example.com`,
        email_address: `ada@example.com${forged}`,
        company: `Example Ltd${forged}`,
      });
      await runJob('mails');
      await allSent();
      expect(mails).toHaveLength(1);
      expect(mails[0]?.to).toEqual(['operator@studio.example']);
      expect(mails[0]?.headers).toMatchObject({ subject: 'New message from Ada Bcc: victim@example.com' });
      for (const header of ['bcc', 'reply-to']) expect(mails[0]?.headers).not.toHaveProperty(header);
      expect(linesOf(mails[0]).slice(2, 6)).toEqual([
        'full_name: Ada Bcc: victim@example.com',
        'email_address: ada@example.com email_address: forged@example.com',
        'company: Example Ltd email_address: forged@example.com',
        'service_interested_in: -',
      ]);
      expect(linesOf(mails[0]).slice(7)).toEqual([
        '',
        '> A website.',
        '>',
        '> email_address: forged@example.com',
      ]);
    },
  );

  test('in any language', async () => {
    const { mails } = await mailServer();
    await sendForm('Ådá 👩', { project_details: 'Größe = 5 €\n.\nEnde' });
    await runJob('mails');
    await allSent();
    expect(mails[0]?.body).toContain('full_name: Ådá 👩');
    expect(mails[0]?.body.replaceAll('\r\n', '\n')).toContain('> Größe = 5 €\n> .\n> Ende');
    expect(mails[0]?.headers.subject).toMatch(/^=\?utf-8\?q\?/i);
  });

  test('whose short fields have nothing invisible in the mail, and keep it where they are stored', async () => {
    const { mails } = await mailServer();
    const sent = {
      full_name: '\u202eAda\u2066 Exam\u200bple\u200f',
      company: INVISIBLE.map((characters) => `${characters}Two${characters}`).join(' '),
    };
    const id = await sendForm('Ada', sent);
    await writeUnchecked('form_submits', id, { email_address: 'ada\u200b@example.com' });
    await runJob('mails');
    await allSent();
    expect(mails[0]?.headers.subject).toBe('New message from Ada Example');
    expect(linesOf(mails[0]).slice(2, 5)).toEqual([
      'full_name: Ada Example',
      'email_address: ada@example.com',
      `company: ${INVISIBLE.map(() => 'Two').join(' ')}`,
    ]);
    expect(await mailing.operator.collection('form_submits').getOne(id)).toMatchObject(sent);
  });

  test('whose name may be nothing but invisible', async () => {
    const { mails } = await mailServer();
    await sendForm('\u200b\u2060');
    await runJob('mails');
    await allSent();
    expect(mails[0]?.headers.subject).toBe('New message from -');
  });
});

const CONFIRM_FIRST = 'Before its own address has confirmed it, delete no account: docs/handle-requests.md';

test('a new deletion request is mailed to the operator, with a link to it in the dashboard', async () => {
  const { mails } = await mailServer();
  const { id } = await requestDeletion('ada+app@example.com');
  const { due_at } = await mailing.operator
    .collection('micora_delete_requests')
    .getOne<{ due_at: string }>(id);
  await runJob('mails');
  const [mail] = await until('the mail arrives', () => mails.length > 0 && mails);
  expect(mail?.headers.subject).toBe('New deletion request for ada+app@example.com');
  // A stranger would confirm at once what a stranger has asked for: an answer goes to the account's own address.
  expect(mail?.headers['reply-to']).toBe('ada+app@example.com');
  expect(mail?.to).toEqual(['operator@studio.example']);
  const lines = linesOf(mail);
  expect(lines).toContain(`due_at: ${due_at}`);
  expect(lines).toContain(
    `In the dashboard: ${mailing.backend.dashboardUrl}#/collections?collection=micora_delete_requests&record=${id}`,
  );
});

test.each(lineBreaks)(
  'a deletion request says what to do above what a stranger wrote: %s',
  async (_, lineBreak) => {
    const { mails } = await mailServer();
    const forged = `ada@example.com${lineBreak}In the dashboard: http://forged.example`;
    const { id } = await requestDeletion('ada@example.com', {
      reason: `Why not.${lineBreak}In the dashboard: http://forged.example`,
    });
    await writeUnchecked('micora_delete_requests', id, { contact_email: forged, micora_email: forged });
    await runJob('mails');
    const [mail] = await until('the mail arrives', () => mails.length > 0 && mails);
    const [first, empty, link, none, ...rest] = linesOf(mail);
    expect([first, empty, none]).toEqual([CONFIRM_FIRST, '', '']);
    expect(link).toContain(`In the dashboard: ${mailing.backend.dashboardUrl}#/`);
    expect(rest.slice(0, 2)).toEqual([
      'micora_email: ada@example.com In the dashboard: http://forged.example',
      'contact_email: ada@example.com In the dashboard: http://forged.example',
    ]);
    expect(rest.slice(4)).toEqual(['', '> Why not.', '> In the dashboard: http://forged.example']);
  },
);

describe('§8 reminders of deletion requests', () => {
  const request = async (micora_email: string, days: number) => {
    const { id } = await requestDeletion(micora_email);
    const due_at = new Date(Date.now() + days * 86_400_000 - 60_000).toISOString().replace('T', ' ');
    await mailing.operator.collection('micora_delete_requests').update(id, { due_at, mailed_at: due_at });
    return id;
  };
  test('say how many are due within 7 days or overdue, and lead to all that are open', async () => {
    const { mails } = await mailServer();
    await request('overdue@example.com', -2);
    await request('soon@example.com', 7);
    await request('later@example.com', 8);
    const done = await request('done@example.com', 1);
    await mailing.operator.collection('micora_delete_requests').update(done, { done: true });
    await runJob('deletion-reminder');
    const [mail] = await until('the reminder arrives', () => mails.length > 0 && mails);
    expect(mail?.headers.subject).toBe('Deletion requests that are overdue or due within 7 days: 2');
    const open = 'collection=micora_delete_requests&sort=due_at&filter=done%3Dfalse';
    // Nothing that a stranger wrote.
    expect(linesOf(mail)).toEqual([
      CONFIRM_FIRST,
      '',
      `In the dashboard: ${mailing.backend.dashboardUrl}#/collections?${open}`,
      '',
    ]);
  });

  test('are not sent when nothing is due soon', async () => {
    const { mails } = await mailServer();
    await request('later@example.com', 29);
    await runJob('deletion-reminder');
    await wait(500);
    expect(mails).toEqual([]);
  });

  test('on a day when the mail server is down are made up for by the next one', async () => {
    await request('soon@example.com', 3);
    await runJob('deletion-reminder');
    await wait(500);
    const { mails } = await mailServer();
    await runJob('deletion-reminder');
    await until('the reminder arrives', () => mails.length === 1);
  });
});
