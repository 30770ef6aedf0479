import { expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repetitions } from './testing/repetitions';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';
import { form, runJob, site, writeUnchecked } from './testing/useBackend';
import { mailEnv, mailServer, sendForm, listSubjects, useMails } from './testing/useMails';

jest.setTimeout(240_000);

/** Adds a route that makes the current email's time limit expire immediately. */
const END_LIMIT = `
routerAdd('POST', '/test/limit/end', (e) => {
  $app.store().set('sending', 0);
  return e.noContent(204);
});`;

useMails({ hooks: END_LIMIT });

/** The number of emails that the mail server refuses before it accepts one. Each refusal takes 0.1 s. */
const FLOOD = repetitions(10, 100);

interface Waiting {
  mailed_at: string;
  mail_attempts: number;
  mail_next: string;
  mail_error: string;
}

const readState = (id: string) => site.operator.collection('form_submits').getOne<Waiting>(id);

/** Returns the time until the next attempt, in minutes. */
const readDelay = async (id: string) =>
  Math.round((Date.parse((await readState(id)).mail_next) - Date.now()) / 60_000);

/** Makes the email about the given message due, or all emails if no id is given. Then runs the job `mails`. */
async function tryAgain(id?: string): Promise<void> {
  await writeUnchecked('form_submits', { mail_next: '' }, id);
  await runJob('mails');
}

const isMailCheckPassing = async () =>
  (await site.visitor.send<{ mails: boolean }>('/api/health/checks', {})).mails;

const age = (id: string) =>
  writeUnchecked(
    'form_submits',
    { created: new Date(Date.now() - 7_200_000).toISOString().replace('T', ' ') },
    id,
  );

test.each<[string, Parameters<typeof mailServer>[0] | undefined]>([
  ['is down', undefined],
  ['is busy', { greeting: 421 }],
  ['refuses the account', { account: { user: 'site', password: 'another' } }],
  ['refuses our name', { client: 'another.example' }],
])('while the mail server %s, a run ends after one email, and nothing is lost', async (_, options) => {
  const ids = [];
  for (const number of [1, 2, 3]) ids.push(await sendForm(`Number ${number}`));
  const [first = '', , third = ''] = ids;
  const refusing = options && (await mailServer(options));
  await runJob('mails');
  expect(await readState(first)).toMatchObject({ mailed_at: '', mail_attempts: 0 });
  expect(await readState(third)).toMatchObject({ mailed_at: '', mail_attempts: 1 });
  expect((await readState(third)).mail_error).not.toBe('');
  for (const minutes of [2, 4, 8, 16, 32, 60, 60]) {
    expect(await readDelay(third)).toBe(minutes);
    await tryAgain(third);
    // The email about the first record is due as well. Its attempt is postponed, so that the next run cannot send it.
    await writeUnchecked('form_submits', { mail_next: '9999-01-01 00:00:00.000Z' }, first);
  }
  expect(await isMailCheckPassing()).toBe(true);
  await age(third);
  expect(await isMailCheckPassing()).toBe(false);
  await refusing?.stop();
  const server = await mailServer();
  await tryAgain();
  expect(listSubjects(server).sort()).toEqual([1, 2, 3].map((number) => `New message from Number ${number}`));
  expect(await readState(third)).toMatchObject({ mail_error: '' });
  expect(await isMailCheckPassing()).toBe(true);
});

test('the newest email is sent first', async () => {
  for (const number of [1, 2, 3]) await sendForm(`Number ${number}`);
  const server = await mailServer();
  await runJob('mails');
  expect(listSubjects(server)).toEqual([3, 2, 1].map((number) => `New message from Number ${number}`));
});

test('an email arrives once, however long the mail server takes to accept it', async () => {
  let accept: () => void = () => undefined;
  const slow = await mailServer({ held: new Promise((done) => (accept = done)) });
  const id = await sendForm('Number 1');
  const sending = runJob('mails');
  await until('the job sends', async () => (await readState(id)).mail_attempts === 1);
  // The next two runs start while the first run is still waiting for the mail server.
  await tryAgain();
  await sendForm('Number 2');
  await runJob('mails');
  expect(slow.mails).toEqual([]);
  accept();
  await sending;
  expect(listSubjects(slow).sort()).toEqual(['New message from Number 1', 'New message from Number 2']);
});

test('a silent mail server holds up emails only until the time limit of the email', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  silent.listen(Number(mailEnv.SMTP_PORT), '127.0.0.1');
  await once(silent, 'listening');
  await sendForm('Number 1');
  const waiting = runJob('mails');
  await until('the job waits for an answer', () => sockets.length === 1);
  silent.close();
  const server = await mailServer();
  await tryAgain();
  expect(server.mails).toEqual([]);
  await site.visitor.send('/test/limit/end', { method: 'POST' });
  await tryAgain();
  expect(server.mails).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  await waiting;
  await tryAgain();
  expect(server.mails).toHaveLength(1);
});

test.each([
  ['recipient', { recipient: 450 }],
  ['text, as greylisting does', { forbidden: 451 }],
  ['text', { forbidden: 550 }],
])('if an email is refused because of its %s, only that email waits', async (_, options) => {
  const server = await mailServer(options);
  const late = await sendForm('Number 1', { project_details: 'forbidden' });
  await sendForm('Number 2');
  await runJob('mails');
  const answer = `${Object.values(options)[0]} Not here`;
  expect(server.refusals()).toBe('recipient' in options ? 2 : 1);
  for (const [count, minutes] of [2, 4, 8, 16, 32, 60, 60].entries()) {
    expect(await readState(late)).toMatchObject({ mail_attempts: count + 1, mail_error: answer });
    expect(await readDelay(late)).toBe(minutes);
    await tryAgain(late);
  }
  await server.stop();
  const patient = await mailServer();
  await tryAgain();
  expect(listSubjects(patient)).toContain('New message from Number 1');
  expect(await readState(late)).toMatchObject({ mail_error: '' });
});

test('a refused email is reported by its code alone, in the next emails', async () => {
  const server = await mailServer({ forbidden: 554, words: 'Spam: https://link.of.the.visitor.example' });
  const refused = await sendForm('Number 1', { project_details: 'forbidden' });
  await runJob('mails');
  await age(refused);
  // No other email has been sent, so only the check can report the refusal.
  expect(await isMailCheckPassing()).toBe(false);
  await sendForm('Number 2');
  await runJob('mails');
  const [{ body } = { body: '' }] = server.mails;
  expect(body).toMatch(/\r\n\r\nThe mail server refuses emails about form_submits \(1\): code 554\r\n/);
  expect(body).not.toContain('link.of.the.visitor');
  expect((await readState(refused)).mail_error).toBe('554 Spam: https://link.of.the.visitor.example');
  expect(await isMailCheckPassing()).toBe(true);

  // Once the operator has set `mailed_at`, later emails no longer report the refusal.
  await site.operator.collection('form_submits').update(refused, { mailed_at: new Date().toISOString() });
  await sendForm('Number 3');
  await runJob('mails');
  expect(server.mails.at(-1)?.body).not.toContain('refuses');
});

test(`an email behind ${FLOOD} refused ones is sent in the same minute`, async () => {
  const server = await mailServer({ forbidden: 550 });
  await sendForm('Customer');
  const flood = Array.from({ length: FLOOD }, () => sendForm('Flood', { project_details: 'forbidden' }));
  await Promise.all(flood);
  await runJob('mails');
  expect(listSubjects(server)).toEqual(['New message from Customer']);
  expect(server.refusals()).toBe(FLOOD);
});

test('an email is sent at most twice if the backend ends before it records that the email was sent', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ended-'));
  const runWith = async (act: (backend: TestBackend) => Promise<unknown>) => {
    const backend = await startTestBackend({ seeded: false, dataDir, env: mailEnv });
    await act(backend).finally(backend.stop);
  };
  let accept: () => void = () => undefined;
  const server = await mailServer({ held: new Promise((done) => (accept = done)) });
  await runWith(async ({ operator, visitor }) => {
    await visitor.collection('form_submits').create(form);
    await operator.crons.run('mails');
    await until('it is sent', () => server.received() === 1);
  });
  accept();
  await runWith(async ({ operator }) => {
    const messages = operator.collection('form_submits');
    const [waiting] = await messages.getFullList<Waiting & { id: string }>();
    expect(waiting).toMatchObject({ mailed_at: '', mail_attempts: 1 });
    const send = async () => {
      await messages.update(waiting?.id ?? '', { mail_next: '2026-01-01 00:00:00.000Z' });
      await operator.crons.run('mails');
      await until('it is recorded', async () => (await messages.getFullList<Waiting>())[0]?.mailed_at !== '');
    };
    await send();
    await send();
  });
  expect(server.mails).toHaveLength(2);
  // Both emails have the same Message-ID, so a mailbox can recognise the duplicate.
  expect(new Set(server.mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
  await rm(dataDir, { recursive: true });
});

test('a mail server may offer AUTH LOGIN only, and insist on a real name in EHLO', async () => {
  const server = await mailServer({ authMethods: ['LOGIN'], client: 'studio.example' });
  for (const number of [1, 2]) await sendForm(`Number ${number}`);
  await runJob('mails');
  expect(server.mails).toHaveLength(2);
  // The backend now uses AUTH LOGIN. That must also work with a server that offers both PLAIN and LOGIN.
  await server.stop();
  const other = await mailServer({ authMethods: ['PLAIN', 'LOGIN'] });
  await sendForm('Number 3');
  await runJob('mails');
  expect(other.mails).toHaveLength(1);
});

test('SMTP_EHLO sets another name', async () => {
  const server = await mailServer({ client: 'mx.studio.example' });
  const env = { ...mailEnv, SMTP_EHLO: 'mx.studio.example' };
  const backend = await startTestBackend({ seeded: false, env });
  try {
    await backend.visitor.collection('form_submits').create(form);
    await backend.operator.crons.run('mails');
    await until('it arrives', () => server.mails.length === 1);
  } finally {
    await backend.stop();
  }
});

test('implicit TLS uses port 465 by default', async () => {
  const env = { SMTP_HOST: '127.0.0.1', SMTP_TLS: 'on', OPERATOR_EMAIL: 'operator@studio.example' };
  const encrypted = await startTestBackend({ seeded: false, env });
  const settings = await encrypted.operator.settings.getAll().finally(encrypted.stop);
  expect(settings.smtp).toMatchObject({ enabled: true, tls: true, port: 465 });
});
