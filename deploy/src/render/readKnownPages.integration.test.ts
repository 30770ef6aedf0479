import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BackendError } from './BackendError';
import { readKnownPages } from './readKnownPages';
import { renderJob } from '../testing/renderJob';

let backend: Server;
let backendUrl: string;
let asked: (string | undefined)[];
let status: number;

beforeEach(async () => {
  asked = [];
  status = 200;
  backend = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end('{"items":[{"id":"abc"}]}');
  });
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  backendUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});
afterEach(async () => {
  backend.closeAllConnections();
  await new Promise((done) => backend.close(done));
});

/** The apps of a tiny site whose remote knows pages in this way. */
async function appsThatKnow(listKnownPages?: string) {
  const { apps } = await renderJob({ '/projects/:projectId': `return 'Project'` });
  for (const app of apps) {
    if (app.artifact.remote && listKnownPages) {
      app.server += `exports.listKnownPages = async (read) => { ${listKnownPages} };`;
    }
  }
  return apps;
}

describe('a remote that knows pages behind its patterns', () => {
  test('reads them from the backend by the calls that visitors make', async () => {
    const apps = await appsThatKnow(`
      const { items } = await read('/collections/projects/records', { page: 1, sort: 'created', q: 'a&b=c' });
      return items.map(({ id }) => ({ path: '/projects/' + id, title: id, description: '' }));
    `);
    expect(await readKnownPages({ apps, backendUrl })).toEqual({
      'studio-remote': [{ path: '/projects/abc', title: 'abc', description: '' }],
    });
    expect(asked).toEqual(['/api/collections/projects/records?page=1&sort=created&q=a%26b%3Dc']);
  });

  test('fails if the backend refuses, and the error names the call and the status', async () => {
    status = 403;
    const apps = await appsThatKnow(`return read('/collections/projects/records', {});`);
    const asking = readKnownPages({ apps, backendUrl });
    await expect(asking).rejects.toBeInstanceOf(BackendError);
    await expect(asking).rejects.toThrow(
      `${backendUrl}/api/collections/projects/records? cannot be read: it was answered with status 403.`,
    );
  });
});

test.each([
  [
    `return [].first.path;`,
    /^studio-remote cannot say which pages it has: .*Cannot read properties of undefined/,
  ],
  [
    `}; throw new Error('no such module'); {`,
    /the server bundle of studio-remote cannot be run: .*no such module/,
  ],
])('a remote that fails by itself is named, and the backend is not blamed: %s', async (listing, message) => {
  const asking = readKnownPages({ apps: await appsThatKnow(listing), backendUrl });
  await expect(asking).rejects.toThrow(message);
  await expect(asking).rejects.not.toBeInstanceOf(BackendError);
});

test('a remote that knows none is not asked', async () => {
  expect(await readKnownPages({ apps: await appsThatKnow(), backendUrl })).toEqual({ 'studio-remote': [] });
  expect(asked).toEqual([]);
});
