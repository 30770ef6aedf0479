import { describe, expect, test } from '@jest/globals';
import { ask, ASSET, PROXY, useReleases } from '../testing/useReleases';
import { FILE_HEADERS, SECURITY_HEADERS, TRANSPORT_SECURITY } from './securityHeaders';

useReleases();

const PAGES = ['/', '/projects/xyz', '/nowhere', '/about/', '/robots.txt', '/release.json'];
const FILES = [ASSET, '/assets/none.js', '/api', '/api/health', '/api/settings'];

describe('the security headers', () => {
  test('are on every response, with HSTS only if a trusted proxy reports HTTPS', async () => {
    for (const path of [...PAGES, ...FILES]) {
      const headersOf = async (scheme: string, from: string) => {
        const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': scheme };
        return (await ask(path, headers, 'GET', from)).headers;
      };
      expect(await headersOf('https', PROXY)).toMatchObject({
        ...(PAGES.includes(path) ? SECURITY_HEADERS : FILE_HEADERS),
        'strict-transport-security': TRANSPORT_SECURITY,
      });
      for (const headers of [await headersOf('http', PROXY), await headersOf('https', '127.0.0.1')])
        expect(headers).not.toHaveProperty('strict-transport-security');
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
    // HSTS lasts at least half a year.
    expect(Number(/^max-age=(\d+)$/.exec(TRANSPORT_SECURITY)?.[1])).toBeGreaterThan(15_552_000);
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
