import '../testing/renderHere';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createSite } from './createSite';
import { storeSource } from './storeSource';
import { deploy } from '../release/deploy';
import { directoryStore } from '../store/directoryStore';
import { MANIFEST } from '../build/Artifact';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { temporaryDirectory } from '../testing/temporaryDirectory';

const NAMED = 'https://partner.example';
const LIVE = `/remotes/studio/${MANIFEST}`;

jest.setTimeout(60_000);

describe('remotes for other sites', () => {
  let directory: string;
  let servers: RunningServer[];

  beforeAll(async () => {
    directory = await temporaryDirectory();
    await release('Home');
    const none = 'http://127.0.0.1:9';
    servers = [
      await startSiteServer(directory, none),
      await startSiteServer(directory, none, [], [NAMED, 'http://127.0.0.1:8080']),
    ];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  /** @returns the address of the studio's build */
  async function release(text: string): Promise<string> {
    const artifacts = [tinyShell(), tinyStudio(text)];
    const store = directoryStore(directory);
    await deploy({ store, artifacts, backendUrl: undefined, log: () => undefined });
    return `/assets/studio-remote/${artifacts[1]?.artifact.version}`;
  }

  async function ask(server: number, path: string, headers: Record<string, string> = {}) {
    const { origin = '' } = servers[server] ?? {};
    const answer = await fetch(origin + path, { headers });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  }

  test('the manifest of what is live has one address, is asked for each time and sent if it has changed', async () => {
    const first = await ask(0, LIVE);
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const { etag = '' } = first.headers;
    // As a browser revalidates.
    const known = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect(await ask(0, LIVE, known)).toMatchObject({ status: 304, text: '' });

    const build = await release('Another home');
    const second = await ask(0, LIVE, known);
    expect(second.status).toBe(200);
    const { integrity } = JSON.parse(second.text) as { integrity: Record<string, string> };
    const { origin = '' } = servers[0] ?? {};
    const addresses = Object.keys(integrity).map((file) => new URL(file, origin + LIVE).pathname);
    expect(addresses).toContain(`${build}/remoteEntry.js`);
    for (const address of addresses) expect((await ask(0, address)).status).toBe(200);
  });

  async function files(): Promise<string[]> {
    const build = await release('Home');
    return [LIVE, `${build}/remoteEntry.js`, `${build}/studio.Page1.css`, `${build}/${MANIFEST}`];
  }

  test('a site that is named may read them, whatever another one asks between', async () => {
    for (const path of await files()) {
      for (const origin of [NAMED, 'http://127.0.0.1:8080', NAMED]) {
        const { status, headers } = await ask(1, path, { origin });
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          'cross-origin-resource-policy': 'cross-origin',
          vary: expect.stringMatching(/\borigin/),
        });
      }
    }
  });

  test.each(['https://other.example', `${NAMED}.evil.example`, 'http://partner.example', 'null'])(
    '%s is not named and may read nothing; where nobody is, nothing is said of it',
    async (origin) => {
      for (const path of await files()) {
        expect((await ask(1, path, { origin })).headers).not.toHaveProperty('access-control-allow-origin');
        const { headers } = await ask(0, path, { origin });
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
      }
    },
  );

  test('pages and the backend are for nobody else', async () => {
    for (const path of ['/', '/robots.txt', '/remotes/none', `/remotes/none/${MANIFEST}`, '/api/health']) {
      const { headers } = await ask(1, path, { origin: NAMED });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
    }
  });
});

test.each(['https://partner.example/', 'partner.example', '*', 'https://*.partner.example', 'null'])(
  'the server does not start with %s, which no browser would send as an origin',
  async (host) => {
    const refusal = `foreignHosts in shared/src/site.ts: "${host}" is no origin.`;
    const source = storeSource(directoryStore('/store'));
    await expect(createSite(source, { foreignHosts: [host] })).rejects.toThrow(refusal);
  },
);
