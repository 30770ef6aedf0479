import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createLiveRelease } from './createLiveRelease';
import { releaseManifest } from '../../testing/liveRelease';

const ask = jest.fn<typeof fetch>();
const answer = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  ask.mockReset().mockImplementation(() => answer(releaseManifest()));
  // jsdom does not support `fetch`.
  Object.assign(globalThis, { fetch: ask });
});

describe('the live release', () => {
  test('the release is requested on demand, once, uncached and with a time limit', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    const live = createLiveRelease();
    expect(live.release).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
    expect(await Promise.all([live.load(), live.load()])).toEqual([releaseManifest(), releaseManifest()]);
    await live.load();
    expect(live.release).toEqual(releaseManifest());
    expect(ask.mock.calls).toEqual([
      ['/release.json', { cache: 'no-store', signal: timeout.mock.results[0]?.value }],
    ]);
    expect(timeout.mock.calls).toEqual([[3000]]);
  });

  test('a tab is outdated if another release is live, or if the tab has loaded no release', async () => {
    const live = createLiveRelease();
    expect(await live.isOutdated()).toBe(true);
    await live.load();
    expect(await live.isOutdated()).toBe(false);
    ask.mockImplementation(() => answer(releaseManifest({ id: 'r2' })));
    expect(await live.isOutdated()).toBe(true);
    expect(live.release?.id).toBe('r1');
  });

  test.each<[string, () => Promise<Response>, string]>([
    ['an error status', () => answer(releaseManifest(), 503), '/release.json was answered with status 503.'],
    ['a response that is not JSON', () => Promise.resolve(new Response('<!doctype html>')), 'JSON'],
    ['a network failure', () => Promise.reject(new TypeError('lost')), 'lost'],
  ])('after %s, the next load requests the release again', async (_what, fail, message) => {
    ask.mockImplementationOnce(fail);
    const live = createLiveRelease();
    await expect(live.load()).rejects.toThrow(message);
    expect(live.release).toBeUndefined();
    expect(await live.load()).toEqual(releaseManifest());
  });
});
