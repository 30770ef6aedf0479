import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type PocketBase from 'pocketbase';
import type { Environment } from '../checkEnvironment';
import { signIn } from './signIn';
import { startMailServer, type MailServer, type MailServerOptions } from './startMailServer';
import { startTestBackend, type TestBackend } from './startTestBackend';
import { until } from './until';

/** Records that a rule would refuse, and the pause of all mails, which is in memory alone. */
const HOOKS = `routerAdd('POST', '/test/unchecked/{collection}/{id}', (e) => {
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
  });`;

/** What the mail server of this site wants. */
const ACCOUNT = { user: 'site', password: 'of-the-mail-server' };

/** A site that mails to its operator. */
export const mailing = {} as { backend: TestBackend; operator: PocketBase; env: Environment };

const servers: MailServer[] = [];

/** Runs the site during the tests of this file; each begins without messages, mails and a mail server. */
export function useMails(): void {
  beforeAll(async () => {
    const probe = await startMailServer();
    await probe.stop();
    const env = {
      BACKEND_LIMITS: 'off',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(probe.port),
      SMTP_USER: ACCOUNT.user,
      SMTP_PASSWORD: ACCOUNT.password,
      OPERATOR_EMAIL: 'operator@studio.example',
      MAIL_FROM: 'site@studio.example',
    };
    const backend = await startTestBackend({ seeded: false, hooks: HOOKS, env });
    Object.assign(mailing, { backend, operator: await signIn(backend), env });
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    await endPause();
    for (const queue of ['form_submits', 'micora_delete_requests']) {
      const records = mailing.operator.collection(queue);
      for (const { id } of await records.getFullList()) await records.delete(id);
    }
  });
  afterAll(() => mailing.backend.stop());
}

/** Starts the site's mail server, until the end of the test. */
export async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer({ port: Number(mailing.env.SMTP_PORT), account: ACCOUNT, ...options });
  servers.push(server);
  return server;
}

/** Does what a timer would do. */
export const runJob = (id: string) => mailing.operator.crons.run(id);

async function post(path: string, body: object = {}): Promise<Response> {
  return fetch(`${mailing.backend.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Creates a record as a visitor. */
export async function submit(collection: string, body: object): Promise<{ id: string }> {
  const response = await post(`/api/collections/${collection}/records`, body);
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

/** Sends a message as a visitor. @returns its id */
export async function sendForm(full_name: string, more: object = {}): Promise<string> {
  const form = { full_name, email_address: 'ada@example.com', project_details: 'A website, please.' };
  return (await submit('form_submits', { ...form, ...more })).id;
}

/** Asks for a deletion as a visitor. */
export const requestDeletion = (micora_email: string, more: object = {}) =>
  submit('micora_delete_requests', { contact_email: 'ada@example.com', micora_email, ...more });

/** Writes values past every rule. */
export async function writeUnchecked(collection: string, id: string, values: object): Promise<void> {
  expect((await post(`/test/unchecked/${collection}/${id}`, values)).status).toBe(204);
}

/** Waits until no message waits for its mail. */
export const allSent = () =>
  until('all mails are sent', async () => {
    const messages = mailing.operator.collection('form_submits');
    return (await messages.getFullList({ filter: 'mailed_at = ""' })).length === 0;
  });

/** How often mails have failed in a row, and for how many minutes all of them wait. */
export async function pause(): Promise<{ failures: number; minutes: number }> {
  const response = await fetch(`${mailing.backend.url}/test/pause`);
  return (await response.json()) as { failures: number; minutes: number };
}

/** What the next minutes would do, without waiting for them. */
export async function endPause(failures = 0): Promise<void> {
  expect((await post(`/test/pause/${failures}`)).status).toBe(204);
}
