import { describe, expect, test } from '@jest/globals';
import { isTokenExpired } from './isTokenExpired';

const NOW = 1_800_000_000_000;
const token = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;
const isExpired = (value: string, margin?: number) => isTokenExpired(value, margin, NOW);

describe('§4 a token is expired', () => {
  test('when its exp is not later than now', () => {
    expect(isExpired(token({ exp: 1_799_999_999 }))).toBe(true);
    expect(isExpired(token({ exp: 1_800_000_000 }))).toBe(true);
    expect(isExpired(token({ exp: 1_800_000_001 }))).toBe(false);
  });

  test('when its exp is not later than now plus the margin in seconds', () => {
    expect(isExpired(token({ exp: 1_800_000_060 }), 59)).toBe(false);
    expect(isExpired(token({ exp: 1_800_000_060 }), 60)).toBe(true);
  });

  test('but not when it has no exp or no readable payload', () => {
    const unreadable = [
      '',
      'x',
      'a.b',
      'a.%%%.c',
      token(null),
      token('text'),
      token({}),
      token({ exp: 'soon' }),
    ];
    for (const value of unreadable)
      expect({ value, expired: isExpired(value) }).toEqual({ value, expired: false });
  });
});
