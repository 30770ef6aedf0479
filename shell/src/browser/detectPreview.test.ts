import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { detectPreview } from './detectPreview';
import { loaded, releaseManifest, unanswered } from '../testing/liveRelease';

const COOKIES = ['release', 'prerelease', 'a'];

afterEach(() => {
  jest.restoreAllMocks();
  for (const name of COOKIES) document.cookie = `${name}=; Max-Age=0`;
});

function isPreview(live = loaded(releaseManifest({ id: 'r2' }))) {
  const load = jest.fn(live.load);
  return { load, answer: detectPreview(document, { ...live, load }) };
}

describe('a page', () => {
  test('is a preview if the server shows the release that the visitor has chosen', async () => {
    document.cookie = 'a=b';
    document.cookie = 'release=r2';
    expect(await isPreview().answer).toBe(true);
  });

  test.each(['r1', 'r', 'r22'])('is none if it shows another one than %s', async (chosen) => {
    document.cookie = `release=${chosen}`;
    expect(await isPreview().answer).toBe(false);
  });

  test.each(['a=release=r2', 'prerelease=r2', 'release='])(
    'is none without a choice, and nobody is asked: %s',
    async (cookie) => {
      document.cookie = cookie;
      const { load, answer } = isPreview();
      expect(await answer).toBe(false);
      expect(load).not.toHaveBeenCalled();
    },
  );

  test('is none while the server does not answer', async () => {
    document.cookie = 'release=r2';
    expect(await isPreview(unanswered()).answer).toBe(false);
  });

  test('is none in a browser that lets no cookie be read', async () => {
    jest.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied.', 'SecurityError');
    });
    expect(await isPreview().answer).toBe(false);
  });
});
