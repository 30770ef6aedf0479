import { afterEach, expect, jest, test } from '@jest/globals';
import { detectPreview } from './detectPreview';
import { loaded, releaseManifest, unanswered } from '../testing/liveRelease';

const COOKIES = ['release', 'prerelease', 'a'];

afterEach(() => {
  for (const name of COOKIES) document.cookie = `${name}=; Max-Age=0`;
});

test.each([
  ['release=r2', true, 1],
  ['release=r1', false, 1],
  ['release=r22', false, 1],
  ['a=release=r2', false, 0],
  ['prerelease=r2', false, 0],
  ['release=', false, 0],
])(
  'of the release r2 with the cookie %s is a preview: %s, for which the server is asked %i times',
  async (cookie, is, times) => {
    document.cookie = 'a=b';
    document.cookie = cookie;
    const live = loaded(releaseManifest({ id: 'r2' }));
    const load = jest.spyOn(live, 'load');
    expect(await detectPreview(document, live)).toBe(is);
    expect(load).toHaveBeenCalledTimes(times);
  },
);

test('a page is no preview while the server does not answer, or in a browser that lets no cookie be read', async () => {
  document.cookie = 'release=r1';
  expect(await detectPreview(document, unanswered())).toBe(false);
  jest.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied.', 'SecurityError');
  });
  expect(await detectPreview(document, loaded())).toBe(false);
});
