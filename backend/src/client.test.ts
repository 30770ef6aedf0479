import { afterEach, expect, test } from '@jest/globals';
import PocketBase, { BaseAuthStore, ClientResponseError, isTokenExpired } from 'pocketbase';

// The behaviours of the backend client that §4, §8 and §9 list, of PocketBase's own: the dashboard and the watcher have it.

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const client = () => new PocketBase('http://127.0.0.1:8090');
const token = (payload: object) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;
const aborted = () => Promise.reject(new DOMException('Aborted', 'AbortError'));

const body = { status: 418, message: 'I am a teapot.', data: {} };
const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED ::1:8090') });

test.each<[string, () => Promise<Response>, object, string]>([
  [
    'what the server said',
    () => Promise.resolve(Response.json(body, { status: 418 })),
    { status: 418, response: body, isAbort: false, originalError: { status: 418, data: body } },
    'I am a teapot.',
  ],
  [
    'that something went wrong',
    () => Promise.resolve(Response.json({}, { status: 500 })),
    { status: 500, response: {}, isAbort: false },
    'Something went wrong.',
  ],
  [
    'what to try instead of localhost',
    () => Promise.reject(refused),
    { status: 0, isAbort: false, originalError: refused },
    'Try changing the SDK URL from localhost to 127.0.0.1',
  ],
  ['that it was cancelled', aborted, { status: 0, isAbort: true }, 'autocancelled'],
])('§3, §8 the error object says %s', async (_, answer, expected, message) => {
  globalThis.fetch = answer;
  const failure = (await client()
    .health.check()
    .catch((error: unknown) => error)) as ClientResponseError;
  expect(failure).toBeInstanceOf(ClientResponseError);
  expect(failure.toJSON()).toMatchObject({ url: expect.any(String), ...expected });
  expect(failure.message).toContain(message);
});

test('§8 a second call of the same kind cancels the first', async () => {
  globalThis.fetch = (_url, request) =>
    new Promise((answer, fail) => {
      request?.signal?.addEventListener('abort', () => void aborted().catch(fail));
      setTimeout(() => answer(Response.json({ items: [] })), 20);
    });
  const projects = client().collection('projects');
  const [first, second] = [projects.getList(), projects.getList()];
  await expect(first).rejects.toMatchObject({ isAbort: true });
  await expect(second).resolves.toMatchObject({ items: [] });
});

test('§4 a token’s expiry has a margin in seconds, 0 by default; an unreadable one has expired', () => {
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
])('§3, §9 a session is saved as pb_auth, in 4096 bytes at most: of %d letters', (letters, kept) => {
  const record = { id: 'abc', collectionId: 'c', collectionName: 'members', email: 'a@example.com' };
  const [store, other] = [new BaseAuthStore(), new BaseAuthStore()];
  store.save(token({ exp: 4_000_000_000 }), { ...record, about: 'x'.repeat(letters) });
  const cookie = store.exportToCookie();
  expect(cookie).toMatch(/^pb_auth=/);
  expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096);
  other.loadFromCookie(cookie);
  expect(other.token).toBe(store.token);
  // A larger record is cut to what names it.
  expect(other.record).toEqual({ ...record, ...kept });
});

test('§9 realtime connects within 15 s, and again after these pauses', () => {
  // A test that waits would prove the package's own clock; what can change with its version are these numbers.
  expect(client().realtime).toMatchObject({
    maxConnectTimeout: 15_000,
    predefinedReconnectIntervals: [200, 300, 500, 1000, 1200, 1500, 2000],
  });
});
