/** Variables by their name. */
export type Environment = Record<string, string | undefined>;

/** What the backend takes from its environment, for `npm run backend -- --help` and the checks below. */
export const ENVIRONMENT = {
  OPERATOR_EMAIL: 'who is told of new messages and deletion requests; without it no mail is sent',
  SMTP_HOST: 'mail server; without it no mail is sent, and nothing is lost: it waits',
  SMTP_PORT: 'its port; 587 if not given, 465 with SMTP_TLS',
  SMTP_USER: 'account at the mail server, if it wants one',
  SMTP_PASSWORD: 'its password',
  SMTP_TLS:
    '"on" for a connection that is encrypted from its first byte (port 465); STARTTLS is used if offered',
  MAIL_FROM: 'sender of the mails, the operator if not given',
  DATA_DIR: 'where the site keeps its data, .local if not given',
  MESSAGE_RETENTION_MONTHS: 'how long messages are kept, 24 if not given',
  BACKEND_LIMITS: '"off" lets visitors send as much as they like; for tests only',
} as const;

const RULES: [name: keyof typeof ENVIRONMENT, isRight: (value: string) => boolean, what: string][] = [
  ['SMTP_PORT', isPort, 'a number from 1 to 65535'],
  ['SMTP_TLS', (value) => value === 'on' || value === 'off', '"on" or "off"'],
  ['OPERATOR_EMAIL', isEmail, 'an email address'],
  ['MAIL_FROM', isEmail, 'an email address'],
  ['MESSAGE_RETENTION_MONTHS', isMonths, 'a whole number from 1 to 1200'],
  ['BACKEND_LIMITS', (value) => value === 'off', '"off", or not set'],
];

/**
 * Checks what the backend takes from its environment, before anything is started; see ENVIRONMENT.
 * @throws Error that names the variable and what it may be.
 */
export function checkEnvironment(env: Environment): void {
  for (const [name, isRight, what] of RULES) {
    const value = env[name];
    if (value && !isRight(value)) throw new Error(`${name} is "${value}"; it must be ${what}.`);
  }
  if (env.SMTP_HOST && !env.OPERATOR_EMAIL) {
    throw new Error('SMTP_HOST is set, but not OPERATOR_EMAIL: set it to the address that the mails go to.');
  }
  if (env.SMTP_PORT === '465' && env.SMTP_TLS !== 'on') {
    throw new Error(
      'SMTP_PORT is 465, where connections are encrypted from their first byte: set SMTP_TLS to "on".',
    );
  }
}

function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536;
}

function isMonths(value: string): boolean {
  return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= 1200;
}

function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value);
}
