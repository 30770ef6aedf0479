import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processesWith } from '@site/backend/testing/processesWith';
import { until } from '@site/backend/testing/until';
import { sha256 } from '../build/sha256';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { failingServer } from '../testing/failingServer';
import { memoryStore } from '../testing/memoryStore';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { checkRelease } from './checkRelease';

jest.setTimeout(60_000);

const LIST = '/api/collections/projects/records?page=1&perPage=500&sort=created&skipTotal=1';
const FORM = '/api/collections/form_submits/records';

let store: Store;
let release: Release;
let output: string;

beforeEach(async () => {
  store = memoryStore();
  output = join(await temporaryDirectory(), 'output');
  const live = { '404.html': 'none', 'index.html': 'the live one' };
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-00000001', live));
  const next = { '404.html': 'none', 'index.html': 'the next one' };
  release = await storeRelease(store, '20261121T101500123Z-00000002', next);
});

const check = (command: string, options: { backendUrl?: string; limit?: number } = {}) =>
  checkRelease({ store, release, command, log: () => undefined, ...options });

/** Returns a shell command that sends a request to the release and writes the response to `output`. */
const fetching = (path: string, init = {}) =>
  `node -e 'fetch(process.env.BASE_URL + ${JSON.stringify(path)}, ${JSON.stringify(init)}).then(async (response) => console.log(response.status, await response.text()))' > ${output}`;

const posting = () =>
  fetching(FORM, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email_address":"a@example.com"}',
  });

const readOutput = () => readFile(output, 'utf8');

describe('a release check', () => {
  test('runs a command that can reach the release at BASE_URL but gets no credentials', async () => {
    const keys = ['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'SMTP_PASSWORD', 'DATA_DIR'];
    for (const name of keys) process.env[name] = 'secret';
    try {
      await check(`${fetching('/')}; env >> ${output}`);
    } finally {
      for (const name of keys) Reflect.deleteProperty(process.env, name);
    }
    const environment = await readOutput();
    expect(environment).toMatch(/^200 the next one\n/);
    expect(environment).toMatch(/^BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
    expect(environment).not.toContain('secret');
  });

  test.each([
    ['exit 3', 'The check ended with 3, so nothing has gone live: exit 3. Fix what it found'],
    ['kill -9 $$', 'ended with SIGKILL'],
    ['no-such-program 2> /dev/null', 'ended with 127'],
  ])('fails if the command fails: %s', async (command, problem) => {
    await expect(check(command)).rejects.toThrow(problem);
  });

  test('stops all processes of a command that has ended or takes too long', async () => {
    const mark = `sleep ${86_400 + process.pid}`;
    const areGone = () => processesWith(mark).length === 0;
    await check(`${mark} & echo started > ${output}`);
    await until('the first process has ended', areGone);
    await expect(check(`${mark} & ${mark}`, { limit: 500 })).rejects.toThrow(
      'The check took longer than 0.5 seconds and was stopped',
    );
    await until('both processes have ended', areGone);
    expect(await readOutput()).toBe('started\n');
  });

  test('answers reads from the release, and refuses forms, without asking the backend', async () => {
    const calls: string[] = [];
    const backendUrl = await failingServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.end();
    });
    const text = '{"items":[{"id":"a"}],"page":1,"perPage":500}';
    const answers = { [LIST.replace('/api', '')]: { content: sha256(text), by: ['shell'], collections: [] } };
    release = await storeRelease(
      store,
      '20261121T101500123Z-00000003',
      { 'index.html': 'the next one' },
      undefined,
      { answers, forms: { shell: ['form_submits'] }, texts: [text] },
    );
    await check(fetching(LIST), { backendUrl });
    expect(await readOutput()).toBe(`200 ${text}\n`);
    await check(fetching(LIST.replace('page=1', 'page=2')), { backendUrl });
    expect(await readOutput()).toContain('200 {"items":[]');
    await check(posting(), { backendUrl });
    expect(await readOutput()).toMatch(/^403 /);
    expect(calls).toEqual([]);
  });
});
