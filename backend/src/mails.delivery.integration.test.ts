import { expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repetitions } from './testing/repetitions';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';
import { form, runJob, site } from './testing/useBackend';
import { endPause, mailEnv, mailServer, pause, sendForm, subjectsOf, useMails } from './testing/useMails';

// Tests the delivery of emails. mails.content.integration.test.ts tests their content.

jest.setTimeout(240_000);

useMails();

/** The number of emails that are refused before one is accepted. Each refusal takes 0.1 s. */
const FLOOD = repetitions(10, 100);

const stateOf = (id: string) =>
  site.operator
    .collection('form_submits')
    .getOne<{ mailed_at: string; mail_attempts: number; mail_trouble: Trouble | null }>(id);

interface Trouble {
  deferred: number;
  refused: number;
  next: string;
  answer: string;
}

/** @returns an email's failures and the minutes until its next attempt, or null if there was no failure */
async function troubleOf(id: string) {
  const { mail_trouble: trouble } = await stateOf(id);
  return trouble && { ...trouble, next: Math.round((Date.parse(trouble.next) - Date.now()) / 60_000) };
}

/** Makes an email due now, and runs the job. */
async function tryAgain(id: string): Promise<void> {
  const { mail_trouble } = await stateOf(id);
  const due = { mail_trouble: { ...mail_trouble, next: '2026-01-01' } };
  await site.operator.collection('form_submits').update(id, due);
  await runJob('mails');
}

const isMailCheckPassing = async () =>
  (await site.visitor.send<{ mails: boolean }>('/api/health/duties', {})).mails;

/** Expects the given number of failures in a row. @returns the minutes for which all emails still wait */
async function expectFailures(times: number): Promise<number> {
  const { failures, minutes } = await pause();
  expect(failures).toBe(times);
  return minutes;
}

test('each email arrives once, even if the mail server was down, busy or slow', async () => {
  const ids = [];
  for (const number of [1, 2, 3]) ids.push(await sendForm(`Number ${number}`));
  const [first = '', , third = ''] = ids;
  await runJob('mails');
  expect(await expectFailures(1)).toBeGreaterThan(0.7);
  expect(await stateOf(first)).toMatchObject({ mailed_at: '', mail_attempts: 1 });

  const busy = await mailServer({ greeting: 421 });
  await runJob('mails');
  // During the pause nothing is sent, not even newer emails.
  expect(busy.refusals()).toBe(0);
  expect((await stateOf(third)).mail_attempts).toBe(0);
  await busy.stop();
  // While the server is busy or refuses the account, all emails wait, longer after each failure.
  for (const [before, [options, minutes]] of (
    [
      [{ greeting: 421 }, 2],
      [{ greeting: 450 }, 4],
      [{ account: { user: 'site', password: 'another' } }, 8],
      [{ greeting: 421 }, 15],
      [{ greeting: 421 }, 15],
    ] as const
  ).entries()) {
    const refusing = await mailServer(options);
    await endPause(before + 1);
    await runJob('mails');
    expect(Math.round(await expectFailures(before + 2))).toBe(minutes);
    await refusing.stop();
  }
  expect(await troubleOf(first)).toBeNull();

  let accept: () => void = () => undefined;
  const slow = await mailServer({ held: new Promise((done) => (accept = done)) });
  await endPause();
  const sending = runJob('mails');
  await until('the job runs', async () => (await pause()).minutes > 4);
  // The next minute's job starts while the first job still runs.
  await runJob('mails');
  await sendForm('Number 4');
  expect(slow.mails).toEqual([]);
  accept();
  await sending;
  await runJob('mails');
  expect(subjectsOf(slow).sort()).toEqual([1, 2, 3, 4].map((number) => `New message from Number ${number}`));
  expect(new Set(slow.mails.map(({ headers }) => headers['message-id'])).size).toBe(4);
});

test.each([
  ['its recipient', 'Number 1', { recipient: 450 }],
  ['its text', 'Number 2', { forbidden: 452 }],
  ['its text, with a disconnect,', 'Number 2', { forbidden: 421 }],
])(
  'an email that is deferred because of %s is retried after 1, 5 and 30 minutes',
  async (_, first, options) => {
    const server = await mailServer(options);
    const late = await sendForm('Number 1', { project_details: 'forbidden' });
    await sendForm('Number 2');
    await runJob('mails');
    expect(await expectFailures(0)).toBeLessThanOrEqual(0);
    expect(subjectsOf(server)).toEqual(first === 'Number 2' ? ['New message from Number 2'] : []);
    const answer = `${Object.values(options)[0]} Not here`;
    for (const [deferred, next] of [1, 5, 30, 30].entries()) {
      expect(await troubleOf(late)).toEqual({ deferred: deferred + 1, refused: 0, next, answer });
      const before = server.refusals();
      await runJob('mails');
      expect(server.refusals()).toBe(before);
      await tryAgain(late);
    }
    expect(await isMailCheckPassing()).toBe(true);
    await server.stop();
    const patient = await mailServer();
    await tryAgain(late);
    expect(subjectsOf(patient)).toContain('New message from Number 1');
    expect(await troubleOf(late)).toBeNull();
  },
);

test('a refused email is retried three times, and reported until the operator reads it', async () => {
  const server = await mailServer({ forbidden: 550 });
  const refused = await sendForm('Number 1', { project_details: 'forbidden' });
  expect(await isMailCheckPassing()).toBe(true);
  await runJob('mails');
  for (const [count, next] of [1440, 1440, 1440].entries()) {
    const answer = '550 Not here';
    expect(await troubleOf(refused)).toEqual({ deferred: 0, refused: count + 1, next, answer });
    expect(await isMailCheckPassing()).toBe(false);
    await sendForm(`After ${count}`);
    await runJob('mails');
    expect(server.refusals()).toBe(count + 1);
    const { headers, body } = server.mails[count] ?? {};
    expect(headers?.subject).toBe(`New message from After ${count}`);
    expect(body).toMatch(/\r\n\r\nThe mail server refuses mails about form_submits \(1\): 550 Not here\r\n/);
    await tryAgain(refused);
  }
  expect(await stateOf(refused)).toMatchObject({ mail_trouble: { refused: 4, next: '9999' } });
  expect(await isMailCheckPassing()).toBe(false);

  // The operator has read the record in the dashboard.
  await site.operator.collection('form_submits').update(refused, { mailed_at: new Date().toISOString() });
  expect(await isMailCheckPassing()).toBe(true);
  await sendForm('After all');
  await runJob('mails');
  expect(server.mails.at(-1)?.body).not.toContain('refuses');
});

test(`an email behind ${FLOOD} refused ones is sent within a minute`, async () => {
  const server = await mailServer({ forbidden: 550 });
  const flood = Array.from({ length: FLOOD }, () => sendForm('Flood', { project_details: 'forbidden' }));
  await Promise.all(flood);
  await sendForm('Customer');
  await runJob('mails');
  expect(subjectsOf(server)).toEqual(['New message from Customer']);
  await sendForm('Another customer');
  await runJob('mails');
  expect(subjectsOf(server)).toEqual(['New message from Customer', 'New message from Another customer']);
  expect(server.refusals()).toBe(FLOOD);
});

test('after a restart, a refused email is sent to the operator’s new address at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'refused-'));
  /** Runs the backend with the given operator address while `act` runs. */
  const runWith = async (OPERATOR_EMAIL: string, act: (backend: TestBackend) => Promise<unknown>) => {
    const backend = await startTestBackend({ seeded: false, dataDir, env: { ...mailEnv, OPERATOR_EMAIL } });
    await act(backend).finally(backend.stop);
  };
  const refusing = await mailServer({ recipient: 550 });
  await runWith('oprator@studio.example', async ({ operator, visitor }) => {
    await visitor.collection('form_submits').create(form);
    await operator.crons.run('mails');
    await until('it is refused', () => refusing.refusals() === 1);
  });
  await refusing.stop();
  const server = await mailServer();
  await runWith('operator@studio.example', async ({ operator }) => {
    await operator.crons.run('mails');
    await until('it arrives', () => server.mails.length === 1);
  });
  expect(server.mails[0]?.to).toEqual(['operator@studio.example']);
  await rm(dataDir, { recursive: true });
});

test('a silent mail server holds up all emails for five minutes at most', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  silent.listen(Number(mailEnv.SMTP_PORT), '127.0.0.1');
  await once(silent, 'listening');
  await sendForm('Number 1');
  const waiting = runJob('mails');
  await until('the job waits for an answer', () => sockets.length === 1);
  silent.close();
  const server = await mailServer();
  await runJob('mails');
  expect(server.mails).toEqual([]);
  const { minutes } = await pause();
  expect(minutes).toBeGreaterThan(4.7);
  expect(minutes).toBeLessThanOrEqual(5);

  await endPause();
  await runJob('mails');
  expect(server.mails).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  await waiting;
  await endPause();
  await runJob('mails');
  expect(server.mails).toHaveLength(1);
});

test('implicit TLS uses port 465 by default', async () => {
  const env = { SMTP_HOST: '127.0.0.1', SMTP_TLS: 'on', OPERATOR_EMAIL: 'operator@studio.example' };
  const encrypted = await startTestBackend({ seeded: false, env });
  const settings = await encrypted.operator.settings.getAll().finally(encrypted.stop);
  expect(settings.smtp).toMatchObject({ enabled: true, tls: true, port: 465 });
});
