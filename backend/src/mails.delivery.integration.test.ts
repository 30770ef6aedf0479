import { expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from './testing/signIn';
import type { MailServer, MailServerOptions } from './testing/startMailServer';
import { startTestBackend } from './testing/startTestBackend';
import { until } from './testing/until';
import {
  allSent,
  endPause,
  mailing,
  mailServer,
  pause,
  requestDeletion,
  runJob,
  sendForm,
  useMails,
} from './testing/useMails';

// When mails are sent. What they say, mails.content.integration.test.ts has.

jest.setTimeout(240_000);

useMails();

const FORM = { full_name: 'Ada', email_address: 'ada@example.com', project_details: 'x' };

interface QueueState {
  id: string;
  mailed_at: string;
  mail_attempts: number;
}

const stateOf = (id: string) => mailing.operator.collection('form_submits').getOne<QueueState>(id);

/** Waits until so many have failed in a row. @returns for how many minutes all wait */
const fails = (failures: number) =>
  until(`it has failed ${failures} times`, async () => {
    const now = await pause();
    // A mail that is on its way holds up the others for five minutes.
    return now.failures === failures && now.minutes !== 5 && now.minutes > 0 && now.minutes;
  });

const subjectsOf = ({ mails }: MailServer) => mails.map(({ headers }) => headers.subject);

test('down, busy, slow, then up again: each mail arrives once, and no visitor waits', async () => {
  const started = performance.now();
  const first = await sendForm('Number 1');
  await sendForm('Number 2');
  const third = await sendForm('Number 3');
  expect(performance.now() - started).toBeLessThan(3_000);

  await runJob('mails');
  expect(await fails(1)).toBeGreaterThan(0.7);
  expect(await stateOf(first)).toMatchObject({ mailed_at: '', mail_attempts: 1 });

  const busy = await mailServer({ recipient: 451 });
  await runJob('mails');
  await wait(500);
  // Within the pause nothing is tried, also nothing that came later.
  expect(busy.refusals()).toBe(0);
  expect((await stateOf(third)).mail_attempts).toBe(0);

  await endPause(1);
  await runJob('mails');
  expect(await fails(2)).toBeGreaterThan(1.7);
  expect(busy.refusals()).toBe(1);
  await busy.stop();

  const slow = await mailServer({ delay: 1_500 });
  await endPause();
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
  expect(subjectsOf(slow).sort()).toEqual([1, 2, 3, 4].map((number) => `New message from Number ${number}`));
  const ids = slow.mails.map(({ headers }) => headers['message-id']);
  expect(new Set(ids).size).toBe(4);
});

test('mails go out oldest first, of both kinds', async () => {
  const server = await mailServer();
  await sendForm('Number 1');
  await sendForm('Number 2');
  await requestDeletion('ada@example.com');
  await runJob('mails');
  await until('all arrive', () => server.mails.length === 3);
  expect(subjectsOf(server)).toEqual([
    'New message from Number 1',
    'New message from Number 2',
    'New deletion request for ada@example.com',
  ]);
});

test.each<[string, MailServerOptions]>([
  ['a greeting that says to come back', { greeting: 421 }],
  ['an account that is not accepted (535)', { account: { user: 'site', password: 'another' } }],
  ['a recipient who cannot be reached at the moment', { recipient: 451 }],
  ['an address that is refused for good', { recipient: 550 }],
])('%s holds up all mails; once it is mended, all arrive', async (_, options) => {
  const failing = await mailServer(options);
  await sendForm('Number 1');
  await sendForm('Number 2');
  for (const failures of [1, 2, 3]) {
    await runJob('mails');
    await fails(failures);
    await endPause(failures);
  }
  await failing.stop();
  const mended = await mailServer();
  await runJob('mails');
  await allSent();
  expect(subjectsOf(mended).sort()).toEqual(['New message from Number 1', 'New message from Number 2']);
});

test.each([452, 550])(
  'a mail that the server refuses each time (%d) holds up no other',
  async (forbidden) => {
    const server = await mailServer({ forbidden });
    const refused = await sendForm('Number 1', { project_details: 'forbidden' });
    await sendForm('Number 2');
    await runJob('mails');
    await fails(1);
    await endPause(1);
    await runJob('mails');
    // The others first, and then it again.
    await until('it is tried again', async () => (await stateOf(refused)).mail_attempts === 2);
    expect(subjectsOf(server)).toEqual(['New message from Number 2']);
    await fails(1);
    for (const failures of [1, 2]) {
      await endPause(failures);
      await runJob('mails');
      await fails(failures + 1);
    }
    await sendForm('Number 3');
    await endPause(3);
    await runJob('mails');
    await until('the next one arrives', () => server.mails.length === 2);
    await fails(1);
    expect(await stateOf(refused)).toMatchObject({ mailed_at: '' });

    // The operator has read it in the dashboard.
    await mailing.operator
      .collection('form_submits')
      .update(refused, { mailed_at: new Date().toISOString() });
    await endPause();
    const refusals = server.refusals();
    await runJob('mails');
    await wait(500);
    expect(server.refusals()).toBe(refusals);
  },
);

test('a start ends the pause: what was refused is sent to another address at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'refused-'));
  const start = (OPERATOR_EMAIL: string) =>
    startTestBackend({ seeded: false, dataDir, env: { ...mailing.env, OPERATOR_EMAIL } });
  const refusing = await mailServer({ recipient: 550 });
  let backend = await start('oprator@studio.example');
  try {
    const client = await signIn(backend);
    await client.collection('form_submits').create(FORM);
    await client.crons.run('mails');
    await until('it is refused', () => refusing.refusals() === 1);
    await backend.stop();
    await refusing.stop();
    const { mails } = await mailServer();
    backend = await start('operator@studio.example');
    await (await signIn(backend)).crons.run('mails');
    await until('it arrives', () => mails.length === 1);
    expect(mails[0]?.to).toEqual(['operator@studio.example']);
  } finally {
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a mail server that says nothing holds up the mails for five minutes at most', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  silent.listen(Number(mailing.env.SMTP_PORT), '127.0.0.1');
  await once(silent, 'listening');
  await sendForm('Number 1');
  await runJob('mails');
  await until('the job waits for an answer', () => sockets.length === 1);
  silent.close();
  const { mails } = await mailServer();
  await runJob('mails');
  await wait(500);
  expect(mails).toEqual([]);
  const { minutes } = await pause();
  expect(minutes).toBeGreaterThan(4.7);
  expect(minutes).toBeLessThanOrEqual(5);

  await endPause();
  await runJob('mails');
  await allSent();
  for (const socket of sockets) socket.destroy();
  await fails(1);
  await endPause();
  await runJob('mails');
  await wait(500);
  expect(mails).toHaveLength(1);
});

test('pauses grow up to 15 minutes', async () => {
  await sendForm('Number 1');
  for (const [failures, minutes] of [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 8],
    [5, 15],
    [40, 15],
  ] as const) {
    await endPause(failures - 1);
    await runJob('mails');
    expect(Math.round(await fails(failures))).toBe(minutes);
  }
});

test('a connection that is encrypted from its first byte goes to port 465, if no other is given', async () => {
  const env = { SMTP_HOST: '127.0.0.1', SMTP_TLS: 'on', OPERATOR_EMAIL: 'operator@studio.example' };
  const encrypted = await startTestBackend({ seeded: false, env });
  const settings = await (await signIn(encrypted)).settings.getAll().finally(encrypted.stop);
  expect(settings.smtp).toMatchObject({ enabled: true, tls: true, port: 465 });
});
