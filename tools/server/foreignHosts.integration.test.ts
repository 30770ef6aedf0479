import '../testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createSite } from './createSite';
import { storeSource } from './storeSource';
import { deploy } from '../release/deploy';
import { MANIFEST } from '../build/Artifact';
import { memoryStore } from '../testing/memoryStore';
import { tinyShell, tinyStudio } from '../testing/tinySite';

// What a browser makes of it, tests/heavy/foreignHost.spec.ts has.

const NAMED = 'https://partner.example';
const OTHER = 'http://127.0.0.1:8080';
const LIVE = `/remotes/studio/${MANIFEST}`;

jest.setTimeout(60_000);

describe('remotes for other sites', () => {
  const store = memoryStore();
  /** Where other sites are named, and where none is. */
  let naming: FastifyInstance;
  let silent: FastifyInstance;

  beforeAll(async () => {
    await release('Home');
    const open = (foreignHosts: string[]) => createSite(storeSource(store, { look: 0 }), { foreignHosts });
    [naming, silent] = [await open([NAMED, OTHER]), await open([])];
  });
  afterAll(() => Promise.all([naming.close(), silent.close()]));

  /** @returns the address of the studio's build */
  async function release(text: string): Promise<string> {
    const artifacts = [tinyShell(), tinyStudio(text)];
    await deploy({ store, artifacts, backendUrl: undefined, log: () => undefined });
    return `/assets/studio-remote/${artifacts[1]?.artifact.version}`;
  }

  const strangers = ['https://other.example', `${NAMED}.evil.example`, 'http://partner.example', 'null'];

  test('a site that is named may read them, whatever another one asks between; others nothing, and where nobody is named, nothing is said of it', async () => {
    const build = await release('Home');
    for (const url of [LIVE, `${build}/remoteEntry.js`, `${build}/studio.Page1.css`, `${build}/${MANIFEST}`])
      for (const origin of [NAMED, ...strangers, OTHER, NAMED]) {
        const isNamed = !strangers.includes(origin);
        const { statusCode, headers } = await naming.inject({ url, headers: { origin } });
        expect([statusCode, headers['access-control-allow-origin']]).toEqual([
          ...[200, isNamed ? origin : undefined],
        ]);
        expect(headers).toMatchObject({
          'cross-origin-resource-policy': 'cross-origin',
          vary: expect.stringMatching(/\borigin/),
        });
        const { headers: plain } = await silent.inject({ url, headers: { origin } });
        expect(plain).not.toHaveProperty('access-control-allow-origin');
        expect(plain).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
      }
  });

  test('pages and the backend are for nobody else', async () => {
    for (const url of ['/', '/robots.txt', '/remotes/none', `/remotes/none/${MANIFEST}`, '/api/health']) {
      const { headers } = await naming.inject({ url, headers: { origin: NAMED } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
    }
  });
});

test.each(['https://partner.example/', 'partner.example', '*', 'https://*.partner.example', 'null'])(
  'the server does not start with %s, which no browser would send as an origin',
  async (host) => {
    const refusal = `foreignHosts in shared/src/site.ts: "${host}" is no origin.`;
    await expect(createSite(storeSource(memoryStore()), { foreignHosts: [host] })).rejects.toThrow(refusal);
  },
);
