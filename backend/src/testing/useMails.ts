import { afterEach } from '@jest/globals';
import type { Environment } from '../checkEnvironment';
import { freePort } from './freePort';
import { startMailServer, type MailServer, type MailServerOptions } from './startMailServer';
import { form, site, useBackend } from './useBackend';

/** A hook with which tests read and end the pause in sending emails. The backend keeps the pause only in memory. */
const PAUSE = `
routerAdd('GET', '/test/pause', (e) => {
  const { failures = 0, until = 0 } = $app.store().get('mails') ?? {};
  return e.json(200, { failures, minutes: (until - Date.now()) / 60000 });
});
routerAdd('POST', '/test/pause/{failures}', (e) => {
  $app.store().set('mails', { failures: Number(e.request.pathValue('failures')), until: 0 });
  return e.noContent(204);
});`;

/** The backend's environment variables. */
export const mailEnv = {
  BACKEND_LIMITS: 'off',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: '',
  SMTP_USER: 'site',
  SMTP_PASSWORD: 'of-the-mail-server',
  OPERATOR_EMAIL: 'operator@studio.example',
  MAIL_FROM: 'site@studio.example',
};

const servers: MailServer[] = [];

interface MailOptions {
  /** The code of an additional migration. */
  migration?: string;
  /** Additional environment variables. */
  env?: Environment;
}

/** Runs a backend that sends emails to its operator. Each test begins without records, emails or a mail server. */
export function useMails({ env, ...options }: MailOptions = {}): void {
  useBackend(async () => {
    mailEnv.SMTP_PORT = String(await freePort());
    return { ...options, hooks: PAUSE, env: { ...mailEnv, ...env } };
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    await endPause();
    for (const queue of ['form_submits', 'micora_delete_requests'])
      await site.operator.collections.truncate(queue);
  });
}

/** Starts the site's mail server for the rest of the test. */
export async function mailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const account = { user: mailEnv.SMTP_USER, password: mailEnv.SMTP_PASSWORD };
  const server = await startMailServer({ port: Number(mailEnv.SMTP_PORT), account, ...options });
  servers.push(server);
  return server;
}

/** The number of failures in a row, and the minutes for which all emails still wait. */
export const pause = (): Promise<{ failures: number; minutes: number }> =>
  site.visitor.send('/test/pause', {});

/** Ends the pause of all emails at once. @param failures the assumed number of previous failures in a row */
export const endPause = (failures = 0): Promise<unknown> =>
  site.visitor.send(`/test/pause/${failures}`, { method: 'POST' });

/** Sends a message as a visitor. @returns the id of the message */
export async function sendForm(full_name: string, more: object = {}): Promise<string> {
  return (await site.visitor.collection('form_submits').create({ ...form, full_name, ...more })).id;
}

export const subjectsOf = ({ mails }: MailServer) => mails.map(({ headers }) => headers.subject);
