import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createLiveRelease } from './createLiveRelease';
import { releaseManifest } from '../../testing/liveRelease';

const ask = jest.fn<typeof fetch>();
const timeout = jest.fn<typeof AbortSignal.timeout>();
const answer = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  ask.mockReset().mockImplementation(() => answer(releaseManifest()));
  timeout.mockReset().mockReturnValue(new AbortController().signal);
  // jsdom does not fetch.
  Object.assign(globalThis, { fetch: ask });
  Object.assign(AbortSignal, { timeout });
});

describe('the release that a visitor sees', () => {
  test('is not known and not asked for before somebody needs it', () => {
    expect(createLiveRelease().release).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
  });

  test('is asked for once, past every cache and with a time limit, and known from then on', async () => {
    const live = createLiveRelease();
    expect(await Promise.all([live.load(), live.load()])).toEqual([releaseManifest(), releaseManifest()]);
    await live.load();
    expect(live.release).toEqual(releaseManifest());
    expect(ask.mock.calls).toEqual([
      ['/release.json', { cache: 'no-store', signal: timeout.mock.results[0]?.value }],
    ]);
    expect(timeout.mock.calls).toEqual([[3000]]);
  });

  test('is outdated when another one is live than the one that was loaded', async () => {
    const live = createLiveRelease();
    await live.load();
    expect(await live.isOutdated()).toBe(false);
    ask.mockImplementation(() => answer(releaseManifest({ id: 'r2' })));
    expect(await live.isOutdated()).toBe(true);
    expect(live.release?.id).toBe('r1');
  });

  test('is outdated for a tab that has learned of none', async () => {
    expect(await createLiveRelease().isOutdated()).toBe(true);
  });

  test('is asked for by name: a failure says what was asked and how it was answered', async () => {
    ask.mockImplementationOnce(() => answer(releaseManifest(), 503));
    await expect(createLiveRelease().load()).rejects.toThrow('/release.json was answered with status 503.');
  });

  test.each<[string, () => Promise<Response>]>([
    ['a failure', () => answer(releaseManifest(), 503)],
    ['something else', () => Promise.resolve(new Response('<!doctype html>'))],
    ['nothing', () => Promise.reject(new TypeError('lost'))],
  ])('is asked for again after %s, which is an error', async (_what, fail) => {
    ask.mockImplementationOnce(fail);
    const live = createLiveRelease();
    await expect(live.load()).rejects.toThrow();
    expect(live.release).toBeUndefined();
    expect(await live.load()).toEqual(releaseManifest());
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
