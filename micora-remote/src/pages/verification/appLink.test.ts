import { describe, expect, test } from '@jest/globals';
import { appLink } from './appLink';

describe('§4 the link that opens the app', () => {
  test('carries the verification route and both values', () => {
    expect(appLink({ userId: 'u1', secret: 's1' })).toBe('micora://verification?userId=u1&secret=s1');
  });

  test.each([
    'javascript:alert(1)',
    'a&secret=b',
    'a#b',
    'a b+c',
    '"><img>',
    '100%',
    'Zoë 😀',
    '//evil.example/?',
  ])('brings %j to the app unchanged, and nowhere else', (value) => {
    const link = appLink({ userId: value, secret: value });
    expect(link).toMatch(/^micora:\/\/verification\?userId=[^\s"<>#&?/]+&secret=[^\s"<>#&?/]+$/);
    const { protocol, host, searchParams } = new URL(link);
    expect([protocol, host]).toEqual(['micora:', 'verification']);
    expect([...searchParams]).toEqual([
      ['userId', value],
      ['secret', value],
    ]);
  });
});
