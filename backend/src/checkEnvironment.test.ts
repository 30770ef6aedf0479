import { expect, test } from '@jest/globals';
import { checkEnvironment, type Environment } from './checkEnvironment';

const VALID = {
  OPERATOR_EMAIL: 'operator@localhost',
  SMTP_HOST: 'mail.example',
  SMTP_PORT: '465',
  SMTP_TLS: 'on',
  MAIL_FROM: 'site@studio.example',
  SMTP_EHLO: 'mx.studio.example',
  MESSAGE_RETENTION_MONTHS: '1',
  PREVIEW_HOST: 'localhost:13000',
  BACKEND_LIMITS: 'off',
};

test.each<[string, Environment]>([
  ['no variables', {}],
  ['empty variables', { SMTP_HOST: '', SMTP_PORT: '', OPERATOR_EMAIL: '', BACKEND_LIMITS: '' }],
  ['valid variables', VALID],
])('accepts %s', (_, env) => {
  expect(() => checkEnvironment(env)).not.toThrow();
});

test.each([
  [{ SMTP_PORT: '70000' }, 'SMTP_PORT is "70000"; it must be a number from 1 to 65535.'],
  [{ SMTP_PORT: 'smtp' }, 'SMTP_PORT is "smtp"'],
  [{ SMTP_EHLO: 'a b' }, 'SMTP_EHLO is "a b"; it must be a host name.'],
  [{ SMTP_TLS: 'yes' }, 'SMTP_TLS is "yes"; it must be "on" or "off".'],
  [{ OPERATOR_EMAIL: 'me' }, 'OPERATOR_EMAIL is "me"; it must be an email address.'],
  [{ MAIL_FROM: 'a@b\r\nBcc: c@d' }, 'MAIL_FROM'],
  [{ MESSAGE_RETENTION_MONTHS: '0' }, 'MESSAGE_RETENTION_MONTHS is "0"; it must be a whole number'],
  [{ MESSAGE_RETENTION_MONTHS: '2.5' }, 'MESSAGE_RETENTION_MONTHS'],
  [{ PREVIEW_HOST: 'https://previews.example.net' }, 'it must be the host of previews'],
  [{ BACKEND_LIMITS: 'false' }, 'BACKEND_LIMITS is "false"; it must be "off", or not set.'],
  [{ SMTP_HOST: 'mail.example' }, 'SMTP_HOST is set, but OPERATOR_EMAIL is not.'],
  [{ SMTP_PORT: '465' }, 'Set SMTP_TLS to "on".'],
])('the error names the invalid variable: %j', (env, message) => {
  expect(() => checkEnvironment(env)).toThrow(message);
});
