import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processesWith } from '@site/backend/testing/processesWith';
import { until } from '@site/backend/testing/until';
import type { Release } from '../release/Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { failingServer } from '../testing/failingServer';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { checkRelease } from './checkRelease';

jest.setTimeout(60_000);

const FORM = '/api/collections/form_submits/records';

let store: Store;
let release: Release;
/** Where commands write what they see. */
let seen: string;

beforeEach(async () => {
  const directory = await temporaryDirectory();
  store = directoryStore(directory);
  seen = join(await temporaryDirectory(), 'seen');
  const live = { '404.html': 'none', 'index.html': 'the live one' };
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-00000001', live));
  const next = { '404.html': 'none', 'index.html': 'the next one' };
  release = await storeRelease(store, '20261121T101500123Z-00000002', next);
});

/** Checks the release that is not live. */
const check = (command: string, options: { backendUrl?: string; limit?: number } = {}) =>
  checkRelease({ store, release, command, log: () => undefined, ...options });

/** A command that asks the release, and notes what it was answered. */
const asking = (path: string, init = {}) =>
  `node -e 'fetch(process.env.BASE_URL + ${JSON.stringify(path)}, ${JSON.stringify(init)}).then(async (answer) => console.log(answer.status, await answer.text()))' > ${seen}`;

const whatWasSeen = () => readFile(seen, 'utf8');

describe('the check of a release', () => {
  test('is a command that finds it, and not the live one, at BASE_URL', async () => {
    await check(asking('/'));
    expect(await whatWasSeen()).toBe('200 the next one\n');
  });

  test.each([
    ['fails', 'exit 3', 'The check ended with 3, so nothing has gone live: exit 3. Mend what it found'],
    ['is killed', 'kill -9 $$', 'ended with SIGKILL'],
    ['is no program', 'no-such-program 2> /dev/null', 'ended with 127'],
  ])('refuses if the command %s', async (_what, command, problem) => {
    await expect(check(command)).rejects.toThrow(problem);
  });

  test('ends with all that the command has started: when it ends, and when it takes too long', async () => {
    const mark = `sleep ${86_400 + process.pid}`;
    const areGone = () => processesWith(mark).length === 0;
    await check(`${mark} & echo started > ${seen}`);
    await until('the first is gone', areGone);
    await expect(check(`${mark} & ${mark}`, { limit: 500 })).rejects.toThrow(
      'The check took longer than 0.5 seconds and was stopped',
    );
    await until('both are gone', areGone);
    expect(await whatWasSeen()).toBe('started\n');
  });

  test('gives the command no key', async () => {
    const keys = ['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'SMTP_PASSWORD', 'DATA_DIR'];
    for (const name of keys) process.env[name] = 'secret';
    try {
      await check(`env > ${seen}`);
    } finally {
      for (const name of keys) Reflect.deleteProperty(process.env, name);
    }
    const environment = await whatWasSeen();
    expect(environment).toMatch(/^BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
    expect(environment).not.toContain('secret');
  });

  test('reads from the backend, and sends it no form', async () => {
    const calls: string[] = [];
    const backendUrl = await failingServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json').end('{"id":"a"}');
    });
    await check(asking('/api/collections/projects/records/abcdefghijklmno'), { backendUrl });
    expect(await whatWasSeen()).toMatch(/^200 /);
    const read = [...calls];
    expect(read).not.toEqual([]);
    const headers = { 'content-type': 'application/json' };
    await check(asking(FORM, { method: 'POST', headers, body: '{"email_address":"a@example.com"}' }), {
      backendUrl,
    });
    expect(await whatWasSeen()).toMatch(/^503 /);
    expect(calls).toEqual(read);
  });
});
