import { describe, expect, test } from '@jest/globals';
import { ask, ASSET, useReleases } from '../testing/useReleases';
import { FILE_HEADERS, SECURITY_HEADERS } from './securityHeaders';

useReleases();

const PAGES = ['/', '/projects/xyz', '/nowhere', '/about/', '/robots.txt', '/release.json'];
const FILES = [ASSET, '/assets/none.js', '/api', '/api/health', '/api/settings'];

describe('the security headers', () => {
  test('are on every response, with HSTS, which browsers ignore over HTTP', async () => {
    for (const path of [...PAGES, ...FILES]) {
      const expected = PAGES.includes(path) ? SECURITY_HEADERS : FILE_HEADERS;
      expect((await ask(path)).headers).toMatchObject(expected);
    }
  });

  test('contain only directives that are the same for every page', () => {
    const { 'content-security-policy': policy } = SECURITY_HEADERS;
    expect(policy).not.toMatch(/default-src|style-src|img-src|connect-src|trusted-types |unsafe-|http|\*/);
    expect(policy).toMatch(/script-src 'self'.*require-trusted-types-for 'script'/);
    expect(FILE_HEADERS['content-security-policy']).toMatch(/^default-src 'none'; /);
    for (const headers of [SECURITY_HEADERS, FILE_HEADERS])
      for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
        expect(headers['content-security-policy']).toContain(`${name} 'none'`);
    // HSTS must last at least half a year.
    for (const { 'strict-transport-security': policy = '' } of [SECURITY_HEADERS, FILE_HEADERS])
      expect(Number(/^max-age=(\d+)$/.exec(policy)?.[1])).toBeGreaterThan(15_552_000);
  });

  test.each([
    ['/about?userId=u&secret=secret-word', 'no-referrer'],
    ['/nowhere?secret=secret-word', 'no-referrer'],
    ['/about/?secret=secret-word', 'no-referrer'],
    ['/about?secret=', 'strict-origin-when-cross-origin'],
    ['/about?secretly=1&a=secret=1', 'strict-origin-when-cross-origin'],
  ])('§4 set the referrer policy of a URL with a secret: %s, %s', async (path, policy) => {
    expect((await ask(path)).headers['referrer-policy']).toBe(policy);
  });
});
