import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import type { Environment } from './checkEnvironment';
import { findPocketBase } from './findPocketBase';
import { startPocketBase } from './startPocketBase';
import { fakeTerminal } from './testing/fakeTerminal';
import { hooksWith } from './testing/hooksWith';
import { lineBreaks } from './testing/lineBreaks';
import { readZip } from './testing/readZip';
import { signIn } from './testing/signIn';
import { startMailServer, type MailServer, type MailServerOptions } from './testing/startMailServer';
import { startTestBackend, TEST_CACHE_DIR, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';

jest.setTimeout(240_000);

interface QueueState {
  id: string;
  created: string;
  mailed_at: string;
  mail_attempts: number;
  mail_retry_at: string;
  mail_refusals: number;
}

const account = { user: 'site', password: 'of-the-mail-server' };
let port: number;
let env: Environment;
let backend: TestBackend;
let operator: PocketBase;
const servers: MailServer[] = [];

let hooks: Awaited<ReturnType<typeof hooksWith>>;

beforeAll(async () => {
  // Records of before a rule, which it would refuse now.
  hooks = await hooksWith(`routerAdd('POST', '/test/unchecked/{collection}/{id}', (e) => {
    const id = e.request.pathValue('id');
    $app.db().update(e.request.pathValue('collection'), e.requestInfo().body, $dbx.hashExp({ id })).execute();
    return e.noContent(204);
  });`);
  const probe = await startMailServer();
  ({ port } = probe);
  await probe.stop();
  env = {
    BACKEND_LIMITS: 'off',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(port),
    SMTP_USER: account.user,
    SMTP_PASSWORD: account.password,
    OPERATOR_EMAIL: 'operator@studio.example',
    MAIL_FROM: 'site@studio.example',
  };
  backend = await startTestBackend({ seeded: false, hooksDir: hooks.hooksDir, env });
  operator = await signIn(backend);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const queue of ['form_submits', 'micora_delete_requests', 'deletion_reminders']) {
    for (const { id } of await operator.collection(queue).getFullList()) {
      await operator.collection(queue).delete(id);
    }
  }
});
afterAll(async () => {
  await backend.stop();
  await hooks.remove();
});

async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer({ port, account, ...options });
  servers.push(server);
  return server;
}

const runJob = (id: string) => operator.crons.run(id);

async function sendForm(full_name: string, more: object = {}): Promise<string> {
  const { id } = await submit('form_submits', {
    full_name,
    email_address: 'ada@example.com',
    project_details: 'A website, please.',
    ...more,
  });
  return id;
}

async function submit(collection: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${backend.url}/api/collections/${collection}/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

/** Writes values past every rule. */
async function writeUnchecked(collection: string, id: string, values: object): Promise<void> {
  const response = await fetch(`${backend.url}/test/unchecked/${collection}/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(response.status).toBe(204);
}

/** The lines of a mail's text, as any program might break them. */
const linesOf = (mail?: { body: string }) => {
  const [, text = ''] = /text\/plain.*\r\n\r\n([^]*?)\r\n--/.exec(mail?.body ?? '') ?? [];
  return text.split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u);
};

function stateOf(id: string): Promise<QueueState> {
  return operator.collection('form_submits').getOne<QueueState>(id);
}

const allSent = () =>
  until('all mails are sent', async () => {
    const waiting = await operator.collection('form_submits').getFullList({ filter: 'mailed_at = ""' });
    return waiting.length === 0;
  });

/** What the next minutes would do, without waiting for them. */
async function endPause(id: string): Promise<void> {
  await operator.collection('form_submits').update(id, { mail_retry_at: '' });
}

/** Waits for the end of an attempt. @returns in how many minutes the next one is due */
const attemptFails = (id: string, attempts: number, pause: number) =>
  until(`attempt ${attempts} fails`, async () => {
    const state = await stateOf(id);
    expect(state.mailed_at).toBe('');
    const minutes = minutesFromNow(state.mail_retry_at);
    return state.mail_attempts === attempts && minutes <= pause && minutes;
  });

const minutesFromNow = (date: string) => (Date.parse(date) - Date.now()) / 60_000;

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

  test('whose name can smuggle in neither a header nor a recipient', async () => {
    const { mails } = await mailServer();
    const id = await sendForm('Ada');
    await writeUnchecked('form_submits', id, { full_name: 'Ada\r\nBcc: victim@example.com\r\n\r\nHello' });
    await runJob('mails');
    await allSent();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual(['operator@studio.example']);
    expect(mails[0]?.headers).not.toHaveProperty('bcc');
  });

  test.each(lineBreaks)(
    'whose short fields of before the rule are one line each: %s',
    async (_, lineBreak) => {
      const { mails } = await mailServer();
      const forged = (text: string) => `${text}${lineBreak}Email: forged@example.com`;
      const id = await sendForm('Ada');
      await writeUnchecked('form_submits', id, {
        full_name: forged('Ada'),
        email_address: forged('ada@example.com'),
        company: forged('Example Ltd'),
      });
      await runJob('mails');
      await allSent();
      expect(mails[0]?.headers).toMatchObject({
        subject: 'New message from Ada Email: forged@example.com',
      });
      expect(mails[0]?.headers).not.toHaveProperty('reply-to');
      expect(linesOf(mails[0]).slice(0, 4)).toEqual([
        'Name: Ada Email: forged@example.com',
        'Email: ada@example.com Email: forged@example.com',
        'Company: Example Ltd Email: forged@example.com',
        'Service: -',
      ]);
    },
  );

  test.each(lineBreaks)('whose text is quoted line by line, and last: %s', async (_, lineBreak) => {
    const { mails } = await mailServer();
    await sendForm('Ada', { project_details: `A website.${lineBreak}${lineBreak}Email: forged@example.com` });
    await runJob('mails');
    await allSent();
    expect(linesOf(mails[0]).slice(5)).toEqual([
      '',
      'Message:',
      '> A website.',
      '>',
      '> Email: forged@example.com',
    ]);
  });

  test('in any language', async () => {
    const { mails } = await mailServer();
    await sendForm('Ådá 👩', { project_details: 'Größe = 5 €\n.\nEnde' });
    await runJob('mails');
    await allSent();
    expect(mails[0]?.body).toContain('Name: Ådá 👩');
    expect(mails[0]?.body.replaceAll('\r\n', '\n')).toContain('> Größe = 5 €\n> .\n> Ende');
    expect(mails[0]?.headers.subject).toMatch(/^=\?utf-8\?q\?/i);
  });

  test('whose short fields have nothing invisible in the mail, and keep it where they are stored', async () => {
    const { mails } = await mailServer();
    const sent = {
      full_name: '\u202eAda\u2066 Exam\u200bple\u200f',
      company: '\ufeffTwo\u00ad\u061c 👩🏽\u200d🔬',
    };
    const id = await sendForm('Ada', sent);
    await writeUnchecked('form_submits', id, { email_address: 'ada\u200b@example.com' });
    await runJob('mails');
    await allSent();
    expect(mails[0]?.headers.subject).toBe('New message from Ada Example');
    expect(linesOf(mails[0]).slice(0, 3)).toEqual([
      'Name: Ada Example',
      'Email: ada@example.com',
      'Company: Two 👩🏽\u200d🔬',
    ]);
    expect(await operator.collection('form_submits').getOne(id)).toMatchObject(sent);
  });

  test('whose name may be nothing but invisible', async () => {
    const { mails } = await mailServer();
    await sendForm('\u200b\u2060');
    await runJob('mails');
    await allSent();
    expect(mails[0]?.headers.subject).toBe('New message from -');
  });
});

const CONFIRM_FIRST = [
  "Anyone can ask for the deletion of anyone's account. Before you delete one, write to",
  "that account's own address, and wait until it confirms. Without that, delete nothing.",
  'Step by step: docs/handle-requests.md, "Requests to delete an account".',
];

test('a new deletion request is mailed to the operator, with the day it is due', async () => {
  const { mails } = await mailServer();
  const { id } = await submit('micora_delete_requests', {
    contact_email: 'ada@example.com',
    micora_email: 'ada+app@example.com',
    reason: '',
  });
  const { due_at } = await operator.collection('micora_delete_requests').getOne<{ due_at: string }>(id);
  await runJob('mails');
  const [mail] = await until('the mail arrives', () => mails.length > 0 && mails);
  expect(mail?.headers.subject).toBe(`New deletion request, due ${due_at.slice(0, 10)}`);
  // A stranger would confirm at once what a stranger has asked for: an answer goes to the account's own address.
  expect(mail?.headers['reply-to']).toBe('ada+app@example.com');
  expect(mail?.to).toEqual(['operator@studio.example']);
});

test.each(lineBreaks)(
  'a deletion request says what to do and to paste above what a stranger wrote: %s',
  async (_, lineBreak) => {
    const { mails } = await mailServer();
    const forged = `ada@example.com${lineBreak}When it is done: npm run forged`;
    const { id } = await submit('micora_delete_requests', {
      contact_email: 'ada@example.com',
      micora_email: 'ada@example.com',
      reason: `Why not.${lineBreak}When it is done: npm run forged`,
    });
    await writeUnchecked('micora_delete_requests', id, { contact_email: forged, micora_email: forged });
    await runJob('mails');
    const [mail] = await until('the mail arrives', () => mails.length > 0 && mails);
    const lines = linesOf(mail);
    expect(lines.splice(0, 6)).toEqual([
      ...CONFIRM_FIRST,
      '',
      `When it is done: npm run backend -- deletions done ${id}`,
      `In the dashboard: ${backend.dashboardUrl}#/collections?collection=micora_delete_requests&record=${id}`,
    ]);
    const [empty, account, contact, received, due, ...rest] = lines;
    expect(empty).toBe('');
    expect(account).toBe('MiCora account: ada@example.com When it is done: npm run forged');
    expect(contact).toBe('Contact: ada@example.com When it is done: npm run forged');
    expect([received, due].map((line) => line?.split(' ')[0])).toEqual(['Received:', 'Due:']);
    expect(rest).toEqual(['', 'Reason:', '> Why not.', '> When it is done: npm run forged']);
  },
);

test('down, busy, slow, then up again: each mail arrives once, in order', async () => {
  const started = performance.now();
  const first = await sendForm('Number 1');
  await sendForm('Number 2');
  const third = await sendForm('Number 3');
  expect(performance.now() - started).toBeLessThan(3_000);

  await runJob('mails');
  expect(await attemptFails(first, 1, 1)).toBeGreaterThan(0.7);

  const busy = await mailServer({ recipient: 451 });
  await runJob('mails');
  await wait(500);
  // Within the pause nothing is tried, also nothing that came later.
  expect(busy.refusals()).toBe(0);
  expect((await stateOf(third)).mail_attempts).toBe(0);

  await endPause(first);
  await runJob('mails');
  expect(await attemptFails(first, 2, 2)).toBeGreaterThan(1.7);
  expect(busy.refusals()).toBe(1);
  await busy.stop();

  const slow = await mailServer({ delay: 1_500 });
  await endPause(first);
  // The job of the next minute starts while this one is at work.
  await runJob('mails');
  await wait(300);
  await runJob('mails');
  await until('the first mail arrives', () => slow.mails.length === 1);
  await runJob('mails');
  const visitor = performance.now();
  await sendForm('Number 4');
  expect(performance.now() - visitor).toBeLessThan(1_000);
  await allSent();
  await slow.stop();

  const up = await mailServer();
  await runJob('mails');
  await wait(500);
  expect(up.mails).toEqual([]);
  expect(slow.mails.map(({ headers }) => headers.subject)).toEqual(
    [1, 2, 3, 4].map((number) => `New message from Number ${number}`),
  );
  const ids = slow.mails.map(({ headers }) => headers['message-id']);
  expect(new Set(ids).size).toBe(4);
});

describe('what fails for any mail holds up all of them, in order', () => {
  test.each<[string, MailServerOptions]>([
    ['a greeting that says to come back', { greeting: 421 }],
    ['an account that is not accepted (535)', { account: { user: 'site', password: 'another' } }],
    ['a recipient who cannot be reached at the moment', { recipient: 451 }],
    ['a mailbox that is full at the moment', { forbidden: 452 }],
  ])('%s', async (_, options) => {
    const failing = await mailServer(options);
    const first = await sendForm('Number 1', { project_details: 'forbidden' });
    const second = await sendForm('Number 2');
    await runJob('mails');
    await attemptFails(first, 1, 1);
    expect(await stateOf(first)).toMatchObject({ mail_refusals: 0 });
    expect((await stateOf(second)).mail_attempts).toBe(0);
    await failing.stop();
    const { mails } = await mailServer();
    await endPause(first);
    await runJob('mails');
    await allSent();
    expect(mails.map(({ headers }) => headers.subject)).toEqual([
      'New message from Number 1',
      'New message from Number 2',
    ]);
  });
});

describe('a mail that the server refuses for good', () => {
  const refusedOften = (id: string, refusals: number) =>
    until(`it is refused, ${refusals} in all`, async () => {
      const state = await stateOf(id);
      const hours = minutesFromNow(state.mail_retry_at) / 60;
      return state.mail_refusals === refusals && hours > 23.9 && hours <= 24;
    });
  const toldIn = (mail?: { body: string }) => linesOf(mail).slice(0, 3);
  const told = (count: number) => [
    'Not delivered, because the mail server refused it; read it in the dashboard:',
    `form_submits: ${count}  ${backend.dashboardUrl}#/collections?collection=form_submits` +
      '&filter=mailed_at%3D%22%22%20%26%26%20mail_refusals%3E0',
    '',
  ];

  test('holds up nothing, is told in each mail that goes out, and is tried again on three days', async () => {
    const { mails, refusals } = await mailServer({ forbidden: 550 });
    const refused = await sendForm('Number 1', { project_details: 'forbidden' });
    await sendForm('Number 2');
    await runJob('mails');
    await until('the one behind it arrives', () => mails.length === 1);
    expect(mails[0]?.headers.subject).toBe('New message from Number 2');
    expect(toldIn(mails[0])).toEqual(told(1));
    await refusedOften(refused, 1);

    for (const refusals of [2, 3, 4]) {
      await endPause(refused);
      await runJob('mails');
      await refusedOften(refused, refusals);
    }
    await endPause(refused);
    await sendForm('Number 3');
    await runJob('mails');
    await until('the next one arrives', () => mails.length === 2);
    expect(toldIn(mails[1])).toEqual(told(1));
    expect(refusals()).toBe(4);
  });

  test('fails health until the operator has dealt with it', async () => {
    const { mails } = await mailServer({ forbidden: 554 });
    const refused = await sendForm('Number 1', { project_details: 'forbidden' });
    await runJob('mails');
    await refusedOften(refused, 1);
    const terminal = await fakeTerminal({ pocketBaseDir: backend.dataDir });
    await terminal.run('login');
    const line = 'Mails waiting: 0\nMails refused by the mail server: 1, read them in the dashboard';
    expect(await terminal.run('health')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining(line) as unknown,
    });
    // It has been read in the dashboard.
    await operator.collection('form_submits').update(refused, { mailed_at: new Date().toISOString() });
    expect(await terminal.run('health')).toMatchObject({ exitCode: 0 });
    await sendForm('Number 2');
    await runJob('mails');
    await until('the next one arrives', () => mails.length === 1);
    expect(toldIn(mails[0])[0]).toBe('Name: Number 2');
    await terminal.remove();
  });

  test('because of the operator’s own address is not lost: once it is accepted, all arrive', async () => {
    const refusing = await mailServer({ recipient: 550 });
    const ids = [await sendForm('Number 1'), await sendForm('Number 2')];
    await runJob('mails');
    for (const id of ids) await refusedOften(id, 1);
    await refusing.stop();
    const { mails } = await mailServer();
    for (const id of ids) await endPause(id);
    await runJob('mails');
    await allSent();
    // The second was still refused when the first went out.
    expect(mails.map((mail) => toldIn(mail)[0])).toEqual([told(1)[0], 'Name: Number 2']);
  });
});

test('what was refused is tried again once the backend has been started with another address', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'refused-'));
  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  const start = (OPERATOR_EMAIL: string) => {
    return startPocketBase({
      binary,
      dataDir,
      port: 0,
      log: () => undefined,
      env: { ...env, OPERATOR_EMAIL },
    });
  };
  const refusing = await mailServer({ recipient: 550 });
  let pocketBase = await start('oprator@studio.example');
  try {
    const client = await signIn(pocketBase);
    const form = { full_name: 'Ada', email_address: 'ada@example.com', project_details: 'x' };
    const { id } = await client.collection('form_submits').create(form);
    await client.crons.run('mails');
    await until('it is refused', async () => {
      const { mail_refusals } = await client.collection('form_submits').getOne<QueueState>(id);
      return mail_refusals === 1;
    });
    await pocketBase.stop();
    await refusing.stop();
    const { mails } = await mailServer();
    pocketBase = await start('operator@studio.example');
    await (await signIn(pocketBase)).crons.run('mails');
    await until('it arrives', () => mails.length === 1);
    expect(mails[0]?.to).toEqual(['operator@studio.example']);
  } finally {
    await pocketBase.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a mail server that says nothing holds up the mails for five minutes at most', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  silent.listen(port, '127.0.0.1');
  await once(silent, 'listening');
  const id = await sendForm('Number 1');
  await runJob('mails');
  await until('the job waits for an answer', () => sockets.length === 1);
  silent.close();
  const { mails } = await mailServer();
  await runJob('mails');
  await wait(500);
  expect(mails).toEqual([]);
  const { mail_retry_at } = await stateOf(id);
  expect(minutesFromNow(mail_retry_at)).toBeGreaterThan(4.7);
  expect(minutesFromNow(mail_retry_at)).toBeLessThanOrEqual(5);

  await endPause(id);
  await runJob('mails');
  await allSent();
  for (const socket of sockets) socket.destroy();
  await wait(300);
  await runJob('mails');
  await wait(500);
  expect(mails).toHaveLength(1);
});

test('a mail that waits for more than an hour is told by health, which fails', async () => {
  const terminal = await fakeTerminal({ pocketBaseDir: backend.dataDir });
  await terminal.run('login');
  const id = await sendForm('Number 1');
  expect(await terminal.run('health')).toMatchObject({ exitCode: 0 });
  const created = new Date(Date.now() - 61 * 60_000).toISOString().replace('T', ' ');
  await writeUnchecked('form_submits', id, { created });
  const { exitCode, out } = await terminal.run('health');
  expect({ exitCode, out }).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('Mails waiting: 1, some for more than an hour') as unknown,
  });
  await terminal.remove();
});

test('pauses grow up to 15 minutes; after half an hour, a mail that cannot be sent no longer holds up the others', async () => {
  const stuck = await sendForm('Number 1');
  const after = await sendForm('Number 2');
  const fail = async (attempts: number, pause: number) => {
    await operator.collection('form_submits').update(stuck, {
      mail_attempts: attempts - 1,
      mail_retry_at: '',
    });
    await runJob('mails');
    return attemptFails(stuck, attempts, pause);
  };
  for (const [attempts, pause] of [
    [3, 4],
    [4, 8],
  ] as const) {
    expect(Math.round(await fail(attempts, pause))).toBe(pause);
  }
  expect((await stateOf(after)).mail_attempts).toBe(0);
  expect(Math.round(await fail(5, 15))).toBe(15);
  await until('the next one is tried', async () => (await stateOf(after)).mail_attempts === 1);
  expect(Math.round(await fail(40, 15))).toBe(15);
});

describe('§8 reminders of deletion requests', () => {
  const request = async (micora_email: string, days: number) => {
    const { id } = await submit('micora_delete_requests', { contact_email: 'a@example.com', micora_email });
    const due_at = new Date(Date.now() + days * 86_400_000 - 60_000).toISOString().replace('T', ' ');
    await operator.collection('micora_delete_requests').update(id, { due_at, mailed_at: due_at });
    return id;
  };
  const remind = async () => {
    await runJob('deletion-reminder');
    await wait(300);
    await runJob('mails');
  };

  test('list what is due within 7 days and what is overdue, and nothing else', async () => {
    const { mails } = await mailServer();
    await request('overdue@example.com', -2);
    await request('soon@example.com', 7);
    await request('later@example.com', 8);
    const done = await request('done@example.com', 1);
    await operator.collection('micora_delete_requests').update(done, { done_at: new Date().toISOString() });
    await remind();
    await until('the reminder arrives', () => mails.length === 1);
    expect(mails[0]?.headers.subject).toBe('Deletion requests: 1 overdue, 1 due within 7 days');
    const [overdue, soon] = mails[0]?.body.split('Due within 7 days') ?? [];
    expect(overdue).toContain('overdue@example.com');
    expect(soon).toContain('soon@example.com');
    expect(mails[0]?.body).not.toMatch(/later@|done@/);
  });

  test('say what to do and to paste above what strangers wrote', async () => {
    const { mails } = await mailServer();
    const id = await request('soon@example.com', 3);
    const micora_email = 'soon@example.com\u2028When one is done: npm run forged';
    await writeUnchecked('micora_delete_requests', id, { micora_email });
    await remind();
    const [mail] = await until('the reminder arrives', () => mails.length > 0 && mails);
    const { due_at } = await operator.collection('micora_delete_requests').getOne<{ due_at: string }>(id);
    const open = 'collection=micora_delete_requests&sort=due_at&filter=done_at%3D%22%22';
    expect(linesOf(mail)).toEqual([
      ...CONFIRM_FIRST,
      '',
      'When one is done: npm run backend -- deletions done <id>',
      `In the dashboard: ${backend.dashboardUrl}#/collections?${open}`,
      '',
      'Due within 7 days (1):',
      `${due_at.slice(0, 10)}  ${id}  soon@example.com When one is done: npm run forged`,
    ]);
  });

  test('are not sent when nothing is due soon', async () => {
    const { mails } = await mailServer();
    await request('later@example.com', 29);
    await remind();
    await wait(500);
    expect(mails).toEqual([]);
    expect(await operator.collection('deletion_reminders').getFullList()).toEqual([]);
  });

  test('of a day on which the mail server was down are replaced by those of the next day', async () => {
    await request('soon@example.com', 3);
    await remind();
    await until('it fails', async () => {
      const [reminder] = await operator.collection('deletion_reminders').getFullList<QueueState>();
      return reminder?.mail_attempts === 1;
    });
    const { mails } = await mailServer();
    await remind();
    await until('the reminder arrives', () => mails.length === 1);
    await runJob('mails');
    await wait(500);
    expect(mails).toHaveLength(1);
  });
});

test('the password of the mail server is in no database, also after settings are saved', async () => {
  await operator.settings.update({ meta: { appName: 'Renamed' } });
  const { smtp, meta } = (await operator.settings.getAll()) as {
    smtp: { enabled: boolean; host: string };
    meta: { appName: string; senderAddress: string };
  };
  expect(smtp).toMatchObject({ enabled: true, host: '127.0.0.1' });
  expect(meta).toMatchObject({ appName: 'Renamed', senderAddress: 'site@studio.example' });
  const response = await fetch(`${backend.url}/api/backups`, {
    method: 'POST',
    headers: { authorization: operator.authStore.token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'secrets.zip' }),
  });
  expect(response.status).toBe(204);
  const files = await readZip(`${backend.dataDir}/backups/secrets.zip`);
  expect([...files.keys()]).toContain('data.db');
  for (const bytes of files.values()) expect(bytes.includes(account.password)).toBe(false);
});

test('without a mail server nothing is sent and nothing is lost', async () => {
  const { mails } = await mailServer();
  const silent = await startTestBackend({ seeded: false });
  try {
    const client = await signIn(silent);
    const { id } = await client.collection('form_submits').create({
      full_name: 'Ada',
      email_address: 'ada@example.com',
      project_details: 'x',
    });
    await client.crons.run('mails');
    await wait(500);
    const state = await client.collection('form_submits').getOne<QueueState>(id);
    expect(state).toMatchObject({ mailed_at: '', mail_attempts: 0 });
    expect(mails).toEqual([]);
  } finally {
    await silent.stop();
  }
});

test('a connection that is encrypted from its first byte goes to port 465, if no other is given', async () => {
  const env = { SMTP_HOST: '127.0.0.1', SMTP_TLS: 'on', OPERATOR_EMAIL: 'operator@studio.example' };
  const encrypted = await startTestBackend({ seeded: false, env });
  const settings = await (await signIn(encrypted)).settings.getAll().finally(encrypted.stop);
  expect(settings.smtp).toMatchObject({ enabled: true, tls: true, port: 465 });
});
