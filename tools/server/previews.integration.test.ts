import { describe, expect, test } from '@jest/globals';
import { until } from '@site/backend/testing/until';
import { removePreview } from '../release/previewRelease';
import { ask, FIRST, makeLive, PREVIEW, SECOND, served, useReleases } from '../testing/useReleases';

useReleases();

describe('§9 a preview', () => {
  const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
  const cookie = (id: string) => ({ cookie: `a=b; release=${id}; c=d` });

  test('is shown to who asks for it, to nobody else, and left by ?release=live', async () => {
    const asked = await ask(`/about?release=${PREVIEW}`);
    expect([asked.status, asked.headers.location]).toEqual([302, '/about']);
    expect(asked.headers).toMatchObject({
      ...{ 'cache-control': 'private, no-store' },
      'set-cookie': [`release=${PREVIEW}; Max-Age=86400; Path=/; SameSite=Lax`],
    });
    for (const path of ['/about', '/nowhere', '/projects/xyz', '/robots.txt', '/release.json']) {
      const { status, headers, text } = await ask(path, cookie(PREVIEW));
      expect(text).toContain(PREVIEW);
      expect(headers).toMatchObject({ ...PRIVATE, 'x-release': PREVIEW });
      expect(headers).not.toHaveProperty('etag');
      expect(await ask(path)).toMatchObject({ status, text: expect.stringContaining(FIRST) });
    }
    const left = await ask('/about?release=live', cookie(PREVIEW));
    expect([left.status, left.headers.location]).toEqual([302, '/about']);
    expect(left.headers['set-cookie']).toEqual(['release=; Max-Age=0; Path=/; SameSite=Lax']);
  });

  test('is none of what is live, was live, is written otherwise, is a path, or is withdrawn', async () => {
    await makeLive(SECOND);
    await removePreview(served.store, PREVIEW, () => undefined);
    const isGone = async () => !(await ask('/about', cookie(PREVIEW))).text.includes(PREVIEW);
    await until('it is gone', isGone);
    const others = [PREVIEW.replace('0011', '1100'), PREVIEW.toUpperCase(), `${PREVIEW}/../${PREVIEW}`];
    for (const id of [SECOND, FIRST, PREVIEW, ...others, '%2e%2e', '']) {
      const asked = await ask(`/about?release=${id}`);
      expect([asked.status, asked.headers['set-cookie']]).toEqual([200, undefined]);
      for (const path of ['/about', '/release.json']) {
        const { text, headers } = await ask(path, cookie(id));
        expect(text).toContain(SECOND);
        expect(headers['cache-control']).toMatch(/^no-/);
        expect(headers).not.toHaveProperty('x-robots-tag');
      }
    }
  });
});
