import { describe, expect, test } from '@jest/globals';
import { assertPreviewHost } from './assertPreviewHost';

const SITE = 'https://www.example.com';

describe('the preview host', () => {
  test.each([
    ['previews.example.net', SITE],
    ['example.net', SITE],
    ['previews.example.co.uk', 'https://www.other.co.uk'],
    ['studio-previews.github.io', 'https://studio.github.io'],
    ['pages.dev', SITE],
  ])('may be %s if the site is %s', (host, origin) => expect(assertPreviewHost(host, origin)).toBe(host));

  test('is converted to lower case, and may be localhost', () => {
    expect(assertPreviewHost('Previews.Example.NET', SITE)).toBe('previews.example.net');
    expect(assertPreviewHost('localhost', SITE)).toBe('localhost');
  });

  test.each([
    ['previews.example.com', SITE],
    ['example.com', SITE],
    ['a.b.Example.com', SITE],
    ['previews.example.co.uk', 'https://example.co.uk'],
    ['studio.github.io', 'https://studio.github.io'],
  ])('may not share the site’s domain: %s, %s', (host, origin) => {
    expect(() => assertPreviewHost(host, origin)).toThrow(
      /^--preview-host .* is in the site's own domain, .*, so a preview could set cookies for the site\. Use a host in another domain\.$/,
    );
  });

  test.each([
    '',
    'net',
    'co.uk',
    'previews',
    '203.0.113.7',
    '[::1]',
    'https://previews.example.net',
    'a.net:3000',
    'a b.net',
    '*.example.net',
    '.example.net',
  ])('must be a host name, not %j', (host) => {
    expect(() => assertPreviewHost(host, SITE)).toThrow(
      `--preview-host ${host} is not a host name. Write only a host name, such as previews.example.net.`,
    );
  });
});
