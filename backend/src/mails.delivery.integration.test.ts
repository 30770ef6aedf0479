import { expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestBackend, type TestBackend } from './testing/startTestBackend';
import { until } from './testing/until';
import { form, runJob, site } from './testing/useBackend';
import { endPause, mailEnv, mailServer, pause, sendForm, subjectsOf, useMails } from './testing/useMails';

// When mails are sent. What they say, mails.content.integration.test.ts has.

jest.setTimeout(240_000);

useMails();

const stateOf = (id: string) =>
  site.operator.collection('form_submits').getOne<{ mailed_at: string; mail_attempts: number }>(id);

/** Expects that so many have failed in a row. @returns for how many minutes all wait */
async function fails(times: number): Promise<number> {
  const { failures, minutes } = await pause();
  expect(failures).toBe(times);
  return minutes;
}

test('down, refusing, slow, then up again: each mail arrives once, and no visitor waits', async () => {
  const ids = [];
  for (const number of [1, 2, 3]) ids.push(await sendForm(`Number ${number}`));
  const [first = '', , third = ''] = ids;
  await runJob('mails');
  expect(await fails(1)).toBeGreaterThan(0.7);
  expect(await stateOf(first)).toMatchObject({ mailed_at: '', mail_attempts: 1 });

  const busy = await mailServer({ recipient: 451 });
  await runJob('mails');
  // Within the pause nothing is tried, also nothing that came later.
  expect(busy.refusals()).toBe(0);
  expect((await stateOf(third)).mail_attempts).toBe(0);
  await busy.stop();
  // Busy, away, with another account, or refusing the operator for good: all mails wait, and longer each time.
  for (const [before, [options, minutes]] of (
    [
      [{ recipient: 451 }, 2],
      [{ greeting: 421 }, 4],
      [{ account: { user: 'site', password: 'another' } }, 8],
      [{ recipient: 550 }, 15],
      [{ recipient: 550 }, 15],
    ] as const
  ).entries()) {
    const refusing = await mailServer(options);
    await endPause(before + 1);
    await runJob('mails');
    expect(Math.round(await fails(before + 2))).toBe(minutes);
    await refusing.stop();
  }

  let accept: () => void = () => undefined;
  const slow = await mailServer({ held: new Promise((done) => (accept = done)) });
  await endPause();
  const sending = runJob('mails');
  await until('it is at work', async () => (await pause()).minutes > 4);
  // The job of the next minute starts while this one is at work.
  await runJob('mails');
  await sendForm('Number 4');
  expect(slow.mails).toEqual([]);
  accept();
  await sending;
  await runJob('mails');
  expect(subjectsOf(slow).sort()).toEqual([1, 2, 3, 4].map((number) => `New message from Number ${number}`));
  expect(new Set(slow.mails.map(({ headers }) => headers['message-id'])).size).toBe(4);
});

test.each([452, 550])(
  'a mail that the server refuses each time (%d) holds up no other',
  async (forbidden) => {
    const server = await mailServer({ forbidden });
    const refused = await sendForm('Number 1', { project_details: 'forbidden' });
    await sendForm('Number 2');
    await runJob('mails');
    await endPause(1);
    await runJob('mails');
    // The others first, and then it again.
    expect(await stateOf(refused)).toMatchObject({ mailed_at: '', mail_attempts: 2 });
    expect(subjectsOf(server)).toEqual(['New message from Number 2']);
    await sendForm('Number 3');
    await endPause(3);
    await runJob('mails');
    expect(server.mails).toHaveLength(2);
    expect(await stateOf(refused)).toMatchObject({ mailed_at: '', mail_attempts: 3 });

    // The operator has read it in the dashboard.
    await site.operator.collection('form_submits').update(refused, { mailed_at: new Date().toISOString() });
    await endPause();
    await runJob('mails');
    expect(server.refusals()).toBe(3);
  },
);

test('a start ends the pause: what was refused is sent to another address at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'refused-'));
  /** Runs the site until its mails have been tried. */
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

test('a mail server that says nothing holds up the mails for five minutes at most', async () => {
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

test('a connection that is encrypted from its first byte goes to port 465, if no other is given', async () => {
  const env = { SMTP_HOST: '127.0.0.1', SMTP_TLS: 'on', OPERATOR_EMAIL: 'operator@studio.example' };
  const encrypted = await startTestBackend({ seeded: false, env });
  const settings = await encrypted.operator.settings.getAll().finally(encrypted.stop);
  expect(settings.smtp).toMatchObject({ enabled: true, tls: true, port: 465 });
});
