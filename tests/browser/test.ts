import { test as base } from '@playwright/test';
import { reportNoise } from './reportNoise';

type Site = 'SITE_URL' | 'SITE_WITHOUT_BACKEND_URL';

export interface Options {
  /** The name of the environment variable that contains the URL of the site to open. */
  site: Site;
  /**
   * Patterns for the errors, warnings, failed requests and policy violations that a test causes on purpose. A single test
   * can add patterns to the list, and a group of tests can set the list with `test.use`.
   */
  expectedNoise: RegExp[];
}

/**
 * Playwright's `test`, extended for this site. A test fails on any console error or warning, uncaught error, failed request
 * or policy violation that does not match `expectedNoise`.
 */
export const test = base.extend<Options & { quiet: undefined }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
  expectedNoise: ({}, use) => use([]),
  site: ['SITE_URL', { option: true }],
  baseURL: async ({ site }, use) => use(siteUrl(site)),
  quiet: [
    async ({ context, expectedNoise }, use) => {
      const noise: string[] = [];
      reportNoise(context, (line) => noise.push(line));
      await context.exposeBinding('reportViolation', (_source, violation: string) => noise.push(violation));
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

/**
 * Runs in the browser. Reports violations of the page's Content-Security-Policy, Trusted Types and Integrity-Policy, and all
 * other browser reports, such as uses of deprecated features.
 */
function watchPolicies(): void {
  const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    reportViolation(`violation of Content Security Policy: ${effectiveDirective} ${blockedURI} ${sample}`);
  });
  new ReportingObserver(
    (reports) => {
      for (const { type, body } of reports) {
        // Skip violations of the Content-Security-Policy, because the listener above has already reported them.
        if (type !== 'csp-violation') reportViolation(`report of ${type}: ${JSON.stringify(body)}`);
      }
    },
    { buffered: true },
  ).observe();
}

export { expect } from '@playwright/test';

export function siteUrl(name: Site | 'SITE_BACKEND_URL'): string {
  return fromSetup(name);
}

export function siteStore(): string {
  return fromSetup('SITE_STORE');
}

export interface ShownPage {
  /** The folder of the remote that owns the page. */
  app: string;
  path: string;
  /** The route's path, e.g. `/projects/:projectId`. Equals `path` if the route has only this page. */
  route: string;
}

/**
 * Returns all pages in the tested release, including each project's page. Excludes the 404 page, and pages whose path is a
 * pattern, such as `/projects/:projectId`.
 */
export function releasedPages(): ShownPage[] {
  return JSON.parse(fromSetup('RELEASED_PAGES')) as ShownPage[];
}

export function releasedPaths(): string[] {
  return releasedPages().map(({ path }) => path);
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the specs with npm test.`);
  return value;
}
