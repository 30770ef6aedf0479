import { test as base } from '@playwright/test';
import { noteNoise } from './noteNoise';

type Site = 'SITE_URL' | 'SITE_WITHOUT_BACKEND_URL';

export interface Options {
  /** Which of the running sites a test opens. */
  site: Site;
  /** What a test brings about on purpose: it adds it here, or a group of tests uses other ones than none. */
  expectedNoise: RegExp[];
}

/**
 * Playwright's test on our site: a console error or warning, an uncaught error, a failed request or a violation of
 * one of the page's policies fails it, unless the test names it in `expectedNoise`.
 */
export const test = base.extend<Options & { quiet: undefined }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from it that no other is needed
  expectedNoise: ({}, use) => use([]),
  site: ['SITE_URL', { option: true }],
  baseURL: async ({ site }, use) => use(siteUrl(site)),
  quiet: [
    async ({ context, expectedNoise }, use) => {
      const noise: string[] = [];
      noteNoise(context, (line) => noise.push(line));
      await context.exposeBinding('noteViolation', (_source, violation: string) => noise.push(violation));
      await context.addInitScript(watchPolicies);
      await use(undefined);
      const unexpected = noise.filter((line) => !expectedNoise.some((pattern) => pattern.test(line)));
      base
        .expect(
          unexpected,
          'console messages, failed requests and violations (allow them with expectedNoise)',
        )
        .toEqual([]);
    },
    { auto: true },
  ],
});

/** In a page: notes what its Content-Security-Policy, Trusted Types and Integrity-Policy refuse. */
function watchPolicies(): void {
  const { noteViolation } = window as unknown as { noteViolation: (violation: string) => void };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    noteViolation(`violation of Content Security Policy: ${effectiveDirective} ${blockedURI} ${sample}`);
  });
  new ReportingObserver(
    (reports) => {
      for (const { type, body } of reports) {
        // The listener above has these.
        if (type !== 'csp-violation') noteViolation(`report of ${type}: ${JSON.stringify(body)}`);
      }
    },
    { buffered: true },
  ).observe();
}

export { expect } from '@playwright/test';

/** An address that the global setup has left in the environment. */
export function siteUrl(name: Site | 'SITE_BACKEND_URL'): string {
  return fromSetup(name);
}

/** The directory of the store that the builds have been deployed into. */
export function siteStore(): string {
  return fromSetup('SITE_STORE');
}

/** A page of the release that the specs test. */
export interface ShownPage {
  /** The folder of the remote that owns it. */
  app: string;
  path: string;
  /** Of the route that it is an entry of; otherwise as `path`. */
  route: string;
}

/**
 * All pages of the release that the specs test, one for each project among them. Pattern pages and the 404 page are not
 * among them: they answer more than one address.
 */
export function releasedPages(): ShownPage[] {
  return JSON.parse(fromSetup('RELEASED_PAGES')) as ShownPage[];
}

/** Their paths. */
export function releasedPaths(): string[] {
  return releasedPages().map(({ path }) => path);
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the specs by npm test.`);
  return value;
}
