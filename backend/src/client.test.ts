import { expect, test } from '@jest/globals';
import PocketBase, { BaseAuthStore, isTokenExpired } from 'pocketbase';

// §3, §4 and §9 also list what no page uses. PocketBase's own client provides it, in the dashboard and the
// watcher. Errors and cancelled calls are up to the pages' client (shared/src/api/client.ts).

const token = (payload: object) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;

test('§4 a token expires with an optional margin; an unreadable one has expired', () => {
  const inSeconds = (seconds: number) => token({ exp: Date.now() / 1000 + seconds });
  expect(isTokenExpired(inSeconds(-1))).toBe(true);
  expect(isTokenExpired(inSeconds(30))).toBe(false);
  expect(isTokenExpired(inSeconds(30), 60)).toBe(true);
  expect(isTokenExpired(token({ id: 'x' }))).toBe(false);
  expect(isTokenExpired('unreadable')).toBe(true);
});

test.each([
  [3_000, { about: 'x'.repeat(3_000) }],
  [4_000, {}],
])('§3, §9 a session fits into 4096 bytes of the cookie pb_auth: %d letters', (letters, kept) => {
  const record = { id: 'abc', collectionId: 'c', collectionName: 'members', email: 'a@example.com' };
  const [store, other] = [new BaseAuthStore(), new BaseAuthStore()];
  store.save(token({ exp: 4_000_000_000 }), { ...record, about: 'x'.repeat(letters) });
  const cookie = store.exportToCookie();
  expect(cookie).toMatch(/^pb_auth=/);
  expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096);
  other.loadFromCookie(cookie);
  expect(other.token).toBe(store.token);
  // A larger record is reduced to its identifying fields.
  expect(other.record).toEqual({ ...record, ...kept });
});

test('§9 realtime connects within 15 s and reconnects after these pauses', () => {
  // The package implements the waiting. Only these numbers may change with its version.
  expect(new PocketBase().realtime).toMatchObject({
    maxConnectTimeout: 15_000,
    predefinedReconnectIntervals: [200, 300, 500, 1000, 1200, 1500, 2000],
  });
});
