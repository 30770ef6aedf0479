export type Environment = Record<string, string | undefined>;

interface Rule {
  mustBe: string;
  isValid: (value: string) => boolean;
}

const ANYTHING: Rule = { mustBe: 'anything', isValid: () => true };
const EMAIL: Rule = { mustBe: 'an email address', isValid: (value) => /^[^\s@]+@[^\s@]+$/.test(value) };
const isUpTo = (max: number) => (value: string) => /^[1-9]\d*$/.test(value) && Number(value) <= max;

/** Maps the backend's environment variables to the rules for their values. docs/handle-requests.md explains most of them. */
export const ENVIRONMENT: Record<string, Rule> = {
  OPERATOR_EMAIL: EMAIL,
  SMTP_HOST: ANYTHING,
  SMTP_PORT: { mustBe: 'a number from 1 to 65535', isValid: isUpTo(65_535) },
  SMTP_USER: ANYTHING,
  SMTP_PASSWORD: ANYTHING,
  SMTP_TLS: { mustBe: '"on" or "off"', isValid: (value) => value === 'on' || value === 'off' },
  MAIL_FROM: EMAIL,
  DATA_DIR: ANYTHING,
  MESSAGE_RETENTION_MONTHS: { mustBe: 'a whole number from 1 to 1200', isValid: isUpTo(1200) },
  SMTP_EHLO: { mustBe: 'a host name', isValid: (value) => /^[\w.-]+$/.test(value) },
  PREVIEW_HOST: {
    mustBe: 'the host of previews, such as previews.example.net',
    isValid: (value) => /^[\w.-]+(?::\d+)?$/.test(value),
  },
  // Tests set this variable to switch off the rate limits.
  BACKEND_LIMITS: { mustBe: '"off", or not set', isValid: (value) => value === 'off' },
};

/**
 * Checks the backend's environment variables.
 * @throws Error that says which variable is invalid or missing, and how to correct it
 */
export function checkEnvironment(env: Environment): void {
  for (const [name, { mustBe, isValid }] of Object.entries(ENVIRONMENT)) {
    const value = env[name];
    if (value && !isValid(value)) throw new Error(`${name} is "${value}"; it must be ${mustBe}.`);
  }
  if (env.SMTP_HOST && !env.OPERATOR_EMAIL) {
    throw new Error(
      'SMTP_HOST is set, but OPERATOR_EMAIL is not. Set it to the address that receives the emails.',
    );
  }
  if (env.SMTP_PORT === '465' && env.SMTP_TLS !== 'on') {
    throw new Error(
      'SMTP_PORT is 465, where connections are encrypted from the start. Set SMTP_TLS to "on".',
    );
  }
}
