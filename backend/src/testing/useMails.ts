import { afterEach } from '@jest/globals';
import type { Environment } from '../checkEnvironment';
import { freePort } from './freePort';
import { startMailServer, type MailServer, type MailServerOptions } from './startMailServer';
import { form, site, useBackend } from './useBackend';

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
  migration?: string;
  hooks?: string;
  env?: Environment;
}

/** Runs a backend that sends emails to its operator. Each test begins without submissions, emails or a mail server. */
export function useMails({ env, ...options }: MailOptions = {}): void {
  useBackend(async () => {
    mailEnv.SMTP_PORT = String(await freePort());
    return { ...options, env: { ...mailEnv, ...env } };
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
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

/** Sends the contact form as a visitor. @returns the id of the message */
export async function sendForm(full_name: string, more: object = {}): Promise<string> {
  return (await site.visitor.collection('form_submits').create({ ...form, full_name, ...more })).id;
}

export const listSubjects = ({ mails }: MailServer) => mails.map(({ headers }) => headers.subject);
