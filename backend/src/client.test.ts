import { expect, test } from '@jest/globals';
import PocketBase, { BaseAuthStore, isTokenExpired } from 'pocketbase';

// These tests cover what §3, §4 and §9 require of PocketBase's own client, which the dashboard and the watcher use. The
// pages use another client (shared/src/api/client.ts), whose tests cover errors and cancelled calls.

const token = (payload: object) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;

test('§4 a token counts as expired at its expiry time, or a chosen number of seconds earlier', () => {
  const expiresIn = (seconds: number) => token({ exp: Date.now() / 1000 + seconds });
  expect(isTokenExpired(expiresIn(-1))).toBe(true);
  expect(isTokenExpired(expiresIn(30))).toBe(false);
  expect(isTokenExpired(expiresIn(30), 60)).toBe(true);
});

test('§4 a token without an expiry time never expires', () => {
  expect(isTokenExpired(token({ id: 'x' }))).toBe(false);
});

test('§4 an unreadable token counts as expired', () => {
  expect(isTokenExpired('unreadable')).toBe(true);
});

test.each([
  [3_000, { about: 'x'.repeat(3_000) }],
  [4_000, {}],
])('§3, §9 the cookie pb_auth takes at most 4096 bytes, even for a record of %d letters', (letters, kept) => {
  const record = { id: 'abc', collectionId: 'c', collectionName: 'members', email: 'a@example.com' };
  const [store, other] = [new BaseAuthStore(), new BaseAuthStore()];
  store.save(token({ exp: 4_000_000_000 }), { ...record, about: 'x'.repeat(letters) });
  const cookie = store.exportToCookie();
  expect(cookie).toMatch(/^pb_auth=/);
  expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096);
  other.loadFromCookie(cookie);
  expect(other.token).toBe(store.token);
  // A record that is too large for the cookie is reduced to its identifying fields.
  expect(other.record).toEqual({ ...record, ...kept });
});

test('§9 realtime has 15 s to connect, and waits at most 2 s before it reconnects', () => {
  // This test only checks the package's settings. It fails if a new version of the package changes the timeout
  // or the delays.
  expect(new PocketBase().realtime).toMatchObject({
    maxConnectTimeout: 15_000,
    predefinedReconnectIntervals: [200, 300, 500, 1000, 1200, 1500, 2000],
  });
});
