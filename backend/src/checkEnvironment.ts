/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

type Rule = [mustBe: string, isRight: (value: string) => boolean];

const ANYTHING: Rule = ['anything', () => true];
const EMAIL: Rule = ['an email address', (value) => /^[^\s@]+@[^\s@]+$/.test(value)];
const isUpTo = (max: number) => (value: string) => /^[1-9]\d*$/.test(value) && Number(value) <= max;

/** The environment variables of the backend, with the rule for their values. See docs/handle-requests.md. */
export const ENVIRONMENT: Record<string, Rule> = {
  OPERATOR_EMAIL: EMAIL,
  SMTP_HOST: ANYTHING,
  SMTP_PORT: ['a number from 1 to 65535', isUpTo(65_535)],
  SMTP_USER: ANYTHING,
  SMTP_PASSWORD: ANYTHING,
  SMTP_TLS: ['"on" or "off"', (value) => value === 'on' || value === 'off'],
  MAIL_FROM: EMAIL,
  DATA_DIR: ANYTHING,
  MESSAGE_RETENTION_MONTHS: ['a whole number from 1 to 1200', isUpTo(1200)],
  // For tests without rate limits.
  BACKEND_LIMITS: ['"off", or not set', (value) => value === 'off'],
};

/**
 * Checks the backend's environment variables, before anything is started.
 * @throws Error that names the variable and its valid values
 */
export function checkEnvironment(env: Environment): void {
  for (const [name, [mustBe, isRight]] of Object.entries(ENVIRONMENT)) {
    const value = env[name];
    if (value && !isRight(value)) throw new Error(`${name} is "${value}"; it must be ${mustBe}.`);
  }
  if (env.SMTP_HOST && !env.OPERATOR_EMAIL) {
    throw new Error('SMTP_HOST is set, but not OPERATOR_EMAIL: set it to the address that the mails go to.');
  }
  if (env.SMTP_PORT === '465' && env.SMTP_TLS !== 'on') {
    throw new Error(
      'SMTP_PORT is 465, where connections are encrypted from the start: set SMTP_TLS to "on".',
    );
  }
}
