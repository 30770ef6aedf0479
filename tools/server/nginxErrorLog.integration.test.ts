import '../testing/renderHere';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { directoryStore } from '../store/directoryStore';
import { rawRequest } from '../testing/rawRequest';
import type { RunningServer } from '../testing/siteServers';
import { NGINX } from '../testing/runNginx';
import { startNginx } from '../testing/startNginx';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';

jest.setTimeout(30_000);

const RELEASE = '20261121T101500123Z-1a2b3c4d';
const testNginx = NGINX ? test : test.skip;

let directory: string;
let nginx: RunningServer;

beforeEach(async () => {
  if (!NGINX) return;
  directory = await temporaryDirectory();
  const store = directoryStore(directory);
  const names = ['404.html', 'index.html', 'about.html', 'micora/verification.html'];
  const files = Object.fromEntries(names.map((name) => [name, `<p>${name}</p>`]));
  await recordLive(store, 1, await storeRelease(store, RELEASE, files));
  nginx = await startNginx(directory, `http://127.0.0.1:${await pickPort(0)}`);
});
afterEach(async () => {
  if (NGINX) await nginx.stop();
});

const ask = (path: string, method = 'GET') => rawRequest(nginx.origin, `${method} ${path} HTTP/1.1`);

const LIST = '/api/collections/projects/records?page=1&perPage=500&sort=created&skipTotal=1';

testNginx('an operator reads in the error log that the backend does not answer', async () => {
  for (const call of ['/api/health', LIST]) expect(await ask(call)).toMatch(/^HTTP\/1\.1 502 /);
  expect(nginx.readLog?.()).toMatch(/\[error\].* connect\(\) failed .*"GET \/api\/health HTTP/);
  expect(nginx.readLog?.()).toMatch(
    /\[error\].* connect\(\) failed .*projects\/records\?page=1&perPage=500&sort=created/,
  );
});

testNginx('§4 of a broken store, too, but never with the secret of the verification page', async () => {
  await rm(join(directory, 'live'));
  await symlink('live', join(directory, 'live'));
  // Not 404, which would tell search engines that all of it is gone.
  for (const path of ['/', '/about', '/nowhere', '/projects/x', '/robots.txt', '/release.json'])
    expect(await ask(path)).toMatch(/^HTTP\/1\.1 500 [^]*The site cannot answer now\.$/m);
  expect(nginx.readLog?.()).toMatch(/\[crit\].*"GET \/about HTTP/);
  for (const spelling of [
    '/micora/verification',
    '/micora/verification/',
    '//micora////verification//',
    '/micora/verification/index.html',
    '/micora//verification//index.html/index.html/',
    '/micora\\verification\\\\',
    '/\\micora/\\/verification/',
    '/./micora/x/../verification',
    '/%6dicora%2fverification',
  ]) {
    for (const method of ['GET', 'HEAD', 'POST'])
      expect(await ask(`${spelling}?userId=u&secret=secret-word`, method)).toMatch(
        /^HTTP\/1\.1 (?:308|405|500) /,
      );
  }
  expect(nginx.readLog?.()).not.toContain('secret-word');
  await ask('/micora/verifications?a=still-logged');
  expect(nginx.readLog?.()).toContain('still-logged');
});
