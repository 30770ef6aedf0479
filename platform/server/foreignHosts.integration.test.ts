import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { memoryStore } from '../testing/memoryStore';
import { ASSET, BASE_STYLES_PATH, MANIFEST_PATH, served, useReleases } from '../testing/useReleases';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

// `tests/heavy/foreignHost.spec.ts` uses a browser to test which sites can load the remotes.

const NAMED = 'https://partner.example';
const OTHER = 'http://127.0.0.1:8080';

useReleases();

let open: FastifyInstance;
let closed: FastifyInstance;

beforeAll(async () => {
  const create = (foreignHosts: string[]) => createSite(storeSource(served.store), { foreignHosts });
  [open, closed] = [await create([NAMED, OTHER]), await create([])];
});
afterAll(() => Promise.all([open.close(), closed.close()]));

test('only named sites may read remotes', async () => {
  const strangers = ['https://other.example', `${NAMED}.evil.example`, 'http://partner.example', 'null'];
  for (const url of [MANIFEST_PATH, BASE_STYLES_PATH, ASSET])
    for (const origin of [NAMED, ...strangers, OTHER, NAMED]) {
      const { statusCode, headers } = await open.inject({ url, headers: { origin } });
      const allowedOrigin = strangers.includes(origin) ? undefined : origin;
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, allowedOrigin]);
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'cross-origin',
        vary: expect.stringMatching(/\borigin/),
      });
      await expectSameOriginOnly(closed, url, origin);
    }
});

test('pages and the backend are closed to other sites', async () => {
  for (const url of ['/', '/robots.txt', '/remotes/none', '/remotes/none/mf-manifest.json', '/api/health'])
    await expectSameOriginOnly(open, url, NAMED);
});

async function expectSameOriginOnly(site: FastifyInstance, url: string, origin: string): Promise<void> {
  const { headers } = await site.inject({ url, headers: { origin } });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
}

test.each(['https://partner.example/', 'partner.example', '*', 'https://*.partner.example', 'null'])(
  'refuses %s, which is not an origin',
  async (host) => {
    const refusal = `"${host}" is not an origin.`;
    await expect(createSite(storeSource(memoryStore()), { foreignHosts: [host] })).rejects.toThrow(refusal);
  },
);
