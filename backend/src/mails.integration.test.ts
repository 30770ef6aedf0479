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
  mailed_at: string;
  mail_attempts: number;
}

const account = { user: 'site', password: 'of-the-mail-server' };
let port: number;
let env: Environment;
let backend: TestBackend;
let operator: PocketBase;
const servers: MailServer[] = [];

let hooks: Awaited<ReturnType<typeof hooksWith>>;

beforeAll(async () => {
  // Records that a rule would refuse, and the pause of all mails, which is in memory alone.
  hooks = await hooksWith(`routerAdd('POST', '/test/unchecked/{collection}/{id}', (e) => {
    const id = e.request.pathValue('id');
    $app.db().update(e.request.pathValue('collection'), e.requestInfo().body, $dbx.hashExp({ id })).execute();
    return e.noContent(204);
  });
  routerAdd('GET', '/test/pause', (e) => {
    const { failures = 0, until = 0 } = $app.store().get('mails') ?? {};
    return e.json(200, { failures, minutes: (until - Date.now()) / 60000 });
  });
  routerAdd('POST', '/test/pause/{failures}', (e) => {
    $app.store().set('mails', { failures: Number(e.request.pathValue('failures')), until: 0 });
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
  await endPause();
  for (const queue of ['form_submits', 'micora_delete_requests']) {
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

/** How often mails have failed in a row, and for how many minutes all of them wait. */
async function pause(): Promise<{ failures: number; minutes: number }> {
  return (await (await fetch(`${backend.url}/test/pause`)).json()) as { failures: number; minutes: number };
}

/** What the next minutes would do, without waiting for them. */
async function endPause(failures = 0): Promise<void> {
  expect((await fetch(`${backend.url}/test/pause/${failures}`, { method: 'POST' })).status).toBe(204);
}

/** Waits until so many have failed in a row. @returns for how many minutes all wait */
const fails = (failures: number) =>
  until(`it has failed ${failures} times`, async () => {
    const now = await pause();
    // A mail that is on its way holds up the others for five minutes.
    return now.failures === failures && now.minutes !== 5 && now.minutes > 0 && now.minutes;
  });

const subjectsOf = ({ mails }: MailServer) => mails.map(({ headers }) => headers.subject);

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
    'whose short fields are one line each, even if no rule had refused them: %s',
    async (_, lineBreak) => {
      const { mails } = await mailServer();
      const forged = (text: string) => `${text}${lineBreak}email_address: forged@example.com`;
      const id = await sendForm('Ada');
      await writeUnchecked('form_submits', id, {
        full_name: forged('Ada'),
        email_address: forged('ada@example.com'),
        company: forged('Example Ltd'),
      });
      await runJob('mails');
      await allSent();
      expect(mails[0]?.headers).toMatchObject({
        subject: 'New message from Ada email_address: forged@example.com',
      });
      expect(mails[0]?.headers).not.toHaveProperty('reply-to');
      expect(linesOf(mails[0]).slice(2, 6)).toEqual([
        'full_name: Ada email_address: forged@example.com',
        'email_address: ada@example.com email_address: forged@example.com',
        'company: Example Ltd email_address: forged@example.com',
        'service_interested_in: -',
      ]);
    },
  );

  test.each(lineBreaks)('whose text is quoted line by line, and last: %s', async (_, lineBreak) => {
    const { mails } = await mailServer();
    const project_details = `A website.${lineBreak}${lineBreak}email_address: forged@example.com`;
    await sendForm('Ada', { project_details });
    await runJob('mails');
    await allSent();
    expect(linesOf(mails[0]).slice(7)).toEqual([
      '',
      '> A website.',
      '>',
      '> email_address: forged@example.com',
    ]);
  });

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

const CONFIRM_FIRST = 'Before its own address has confirmed it, delete no account: docs/handle-requests.md';

const requestDeletion = (micora_email: string, more: object = {}) =>
  submit('micora_delete_requests', { contact_email: 'ada@example.com', micora_email, ...more });

test('a new deletion request is mailed to the operator, with a link to it in the dashboard', async () => {
  const { mails } = await mailServer();
  const { id } = await requestDeletion('ada+app@example.com');
  const { due_at } = await operator.collection('micora_delete_requests').getOne<{ due_at: string }>(id);
  await runJob('mails');
  const [mail] = await until('the mail arrives', () => mails.length > 0 && mails);
  expect(mail?.headers.subject).toBe('New deletion request for ada+app@example.com');
  // A stranger would confirm at once what a stranger has asked for: an answer goes to the account's own address.
  expect(mail?.headers['reply-to']).toBe('ada+app@example.com');
  expect(mail?.to).toEqual(['operator@studio.example']);
  const lines = linesOf(mail);
  expect(lines).toContain(`due_at: ${due_at}`);
  expect(lines).toContain(
    `In the dashboard: ${backend.dashboardUrl}#/collections?collection=micora_delete_requests&record=${id}`,
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
    expect(link).toContain(`In the dashboard: ${backend.dashboardUrl}#/`);
    expect(rest.slice(0, 2)).toEqual([
      'micora_email: ada@example.com In the dashboard: http://forged.example',
      'contact_email: ada@example.com In the dashboard: http://forged.example',
    ]);
    expect(rest.slice(4)).toEqual(['', '> Why not.', '> In the dashboard: http://forged.example']);
  },
);

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
    await operator.collection('form_submits').update(refused, { mailed_at: new Date().toISOString() });
    await endPause();
    const refusals = server.refusals();
    await runJob('mails');
    await wait(500);
    expect(server.refusals()).toBe(refusals);
  },
);

test('a start ends the pause: what was refused is sent to another address at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'refused-'));
  const binary = await findPocketBase({ cacheDir: TEST_CACHE_DIR, log: () => undefined });
  const start = (OPERATOR_EMAIL: string) =>
    startPocketBase({ binary, dataDir, port: 0, log: () => undefined, env: { ...env, OPERATOR_EMAIL } });
  const refusing = await mailServer({ recipient: 550 });
  let pocketBase = await start('oprator@studio.example');
  try {
    const client = await signIn(pocketBase);
    const form = { full_name: 'Ada', email_address: 'ada@example.com', project_details: 'x' };
    await client.collection('form_submits').create(form);
    await client.crons.run('mails');
    await until('it is refused', () => refusing.refusals() === 1);
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

describe('§8 reminders of deletion requests', () => {
  const request = async (micora_email: string, days: number) => {
    const { id } = await submit('micora_delete_requests', { contact_email: 'a@example.com', micora_email });
    const due_at = new Date(Date.now() + days * 86_400_000 - 60_000).toISOString().replace('T', ' ');
    await operator.collection('micora_delete_requests').update(id, { due_at, mailed_at: due_at });
    return id;
  };
  test('say how many are due within 7 days or overdue, and lead to all that are open', async () => {
    const { mails } = await mailServer();
    await request('overdue@example.com', -2);
    await request('soon@example.com', 7);
    await request('later@example.com', 8);
    const done = await request('done@example.com', 1);
    await operator.collection('micora_delete_requests').update(done, { done: true });
    await runJob('deletion-reminder');
    const [mail] = await until('the reminder arrives', () => mails.length > 0 && mails);
    expect(mail?.headers.subject).toBe('Deletion requests that are overdue or due within 7 days: 2');
    const open = 'collection=micora_delete_requests&sort=due_at&filter=done%3Dfalse';
    // Nothing that a stranger wrote.
    expect(linesOf(mail)).toEqual([
      CONFIRM_FIRST,
      '',
      `In the dashboard: ${backend.dashboardUrl}#/collections?${open}`,
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
    await client.crons.run('deletion-reminder');
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
