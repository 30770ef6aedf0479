import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import PocketBase, { BaseAuthStore, ClientResponseError, isTokenExpired } from 'pocketbase';

// The behaviours of the backend client that §4, §8 and §9 list, of PocketBase's own: the dashboard and the watcher have it.

const URL = 'http://127.0.0.1:8090';
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  jest.useRealTimers();
});

const token = (payload: object) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;

async function failureOf(answer: () => Promise<Response>): Promise<ClientResponseError> {
  globalThis.fetch = answer;
  const failure = await new PocketBase(URL).health.check().catch((error: unknown) => error);
  if (failure instanceof ClientResponseError) return failure;
  throw new Error('It did not fail as expected.', { cause: failure });
}

describe('§3 the error object', () => {
  test('carries url, status, response, isAbort and originalError; its message is that of the response', async () => {
    const body = { status: 418, message: 'I am a teapot.', data: {} };
    const failure = await failureOf(() => Promise.resolve(Response.json(body, { status: 418 })));
    expect(failure.toJSON()).toMatchObject({
      status: 418,
      response: body,
      isAbort: false,
      originalError: { status: 418, data: body },
    });
    expect(failure.message).toBe('I am a teapot.');
    expect(Object.keys(failure.toJSON() as object)).toEqual(
      expect.arrayContaining(['url', 'status', 'response', 'isAbort', 'originalError']),
    );
  });

  test('§8 says what went wrong when the server does not', async () => {
    const silent = await failureOf(() => Promise.resolve(Response.json({}, { status: 500 })));
    expect({ status: silent.status, message: silent.message }).toEqual({
      status: 500,
      message: 'Something went wrong.',
    });
    const refused = await failureOf(() =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED ::1:8090') })),
    );
    expect(refused).toMatchObject({ status: 0, isAbort: false });
    expect(refused.message).toContain('Try changing the SDK URL from localhost to 127.0.0.1');
    const aborted = await failureOf(() => Promise.reject(new DOMException('Aborted', 'AbortError')));
    expect(aborted).toMatchObject({ status: 0, isAbort: true });
    expect(aborted.message).toContain('autocancelled');
  });

  test('§8 a second call of the same kind cancels the first', async () => {
    globalThis.fetch = (_url, request) =>
      new Promise((answer, fail) => {
        request?.signal?.addEventListener('abort', () => fail(new DOMException('Aborted', 'AbortError')));
        setTimeout(() => answer(Response.json({ items: [] })), 20);
      });
    const client = new PocketBase(URL);
    const first = client.collection('projects').getList();
    const second = client.collection('projects').getList();
    await expect(first).rejects.toMatchObject({ isAbort: true });
    await expect(second).resolves.toMatchObject({ items: [] });
  });
});

describe('§4 token expiry', () => {
  const inSeconds = (seconds: number) => token({ exp: Date.now() / 1000 + seconds });

  test('has a margin in seconds, 0 by default', () => {
    expect(isTokenExpired(inSeconds(-1))).toBe(true);
    expect(isTokenExpired(inSeconds(30))).toBe(false);
    expect(isTokenExpired(inSeconds(30), 60)).toBe(true);
    expect(isTokenExpired(token({ id: 'x' }))).toBe(false);
  });

  test('of an unreadable token is the one thing that the client judges otherwise: nothing of ours decides it', () => {
    expect(isTokenExpired('unreadable')).toBe(true);
  });
});

describe('§3, §9 the saved session', () => {
  const record = { id: 'abc', collectionId: 'c', collectionName: 'members' };

  test('is kept under pb_auth', () => {
    const store = new BaseAuthStore();
    store.save(token({ exp: 4_000_000_000 }), record);
    const cookie = store.exportToCookie();
    expect(cookie).toMatch(/^pb_auth=/);
    const other = new BaseAuthStore();
    other.loadFromCookie(cookie);
    expect(other.token).toBe(store.token);
    expect(other.record).toMatchObject(record);
  });

  test('is a cookie of at most 4096 bytes: a larger record is cut to what names it', () => {
    const store = new BaseAuthStore();
    store.save(token({ exp: 4_000_000_000 }), {
      ...record,
      email: 'a@example.com',
      about: 'x'.repeat(4_000),
    });
    const cookie = store.exportToCookie();
    expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096);
    const other = new BaseAuthStore();
    other.loadFromCookie(cookie);
    expect(other.record).toEqual({ ...record, email: 'a@example.com' });
    store.save(store.token, { ...record, about: 'x'.repeat(3_000) });
    expect(store.exportToCookie()).toContain('xxx');
  });
});

/** Stands for the browser's own, which has no clock that a test could set. */
class FakeEventSource {
  static opened: { at: number; source: FakeEventSource }[] = [];
  onerror: (() => void) | undefined;
  #listeners = new Map<string, (event: object) => void>();

  constructor() {
    FakeEventSource.opened.push({ at: Date.now(), source: this });
  }
  addEventListener(name: string, listener: (event: object) => void): void {
    this.#listeners.set(name, listener);
  }
  removeEventListener(name: string): void {
    this.#listeners.delete(name);
  }
  close(): void {
    this.#listeners.clear();
  }
  connect(): void {
    this.#listeners.get('PB_CONNECT')?.({ lastEventId: 'client-id', data: '{}' });
  }
}

describe('§9 realtime', () => {
  beforeEach(() => {
    FakeEventSource.opened = [];
    globalThis.EventSource = FakeEventSource as unknown as typeof EventSource;
    globalThis.fetch = () => Promise.resolve(new Response(null, { status: 204 }));
    jest.useFakeTimers();
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'EventSource');
  });

  test('gives up connecting after 15 seconds', async () => {
    let failure: unknown;
    void new PocketBase(URL).realtime
      .subscribe('x', () => undefined)
      .catch((error: unknown) => (failure = error));
    await jest.advanceTimersByTimeAsync(14_999);
    expect(failure).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(failure).toMatchObject({ originalError: { message: 'EventSource connect took too long.' } });
  });

  test('connects again after 200, 300, 500, 1000, 1200, 1500 and 2000 ms, then each 2000 ms', async () => {
    const subscribed = new PocketBase(URL).realtime.subscribe('x', () => undefined);
    await jest.advanceTimersByTimeAsync(0);
    FakeEventSource.opened[0]?.source.connect();
    await jest.advanceTimersByTimeAsync(0);
    await subscribed;
    const delays = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const last = FakeEventSource.opened.at(-1);
      const count = FakeEventSource.opened.length;
      const failedAt = Date.now();
      last?.source.onerror?.();
      while (FakeEventSource.opened.length === count) await jest.advanceTimersByTimeAsync(100);
      delays.push((FakeEventSource.opened.at(-1)?.at ?? 0) - failedAt);
    }
    expect(delays).toEqual([200, 300, 500, 1000, 1200, 1500, 2000, 2000, 2000]);
  });
});
