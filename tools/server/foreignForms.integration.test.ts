import '../testing/renderHere';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../e2e/findChromium';
import { directoryStore } from '../store/directoryStore';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { recordLive, storeRelease } from '../testing/storedRelease';

// Pages of other sites that post through their visitors' browsers: a real Chromium, a real PocketBase behind both
// servers.

jest.setTimeout(120_000);

const FORMS = {
  form_submits: { full_name: 'Eve', email_address: 'eve@example.com', project_details: 'Nobody wrote this.' },
  micora_delete_requests: { contact_email: 'eve@example.com', micora_email: 'eve@example.com' },
};

/** How a page may post. What begins with `form` needs no script. */
const WAYS = [
  'form multipart/form-data',
  'form text/plain',
  'form application/x-www-form-urlencoded',
  'no-cors multipart/form-data',
  'no-cors application/json',
  'cors application/json',
];

interface Sending {
  way: string;
  url: string;
  fields: Record<string, string>;
}

/** In a page: sends, and gives the status of the answer, if the page may know it. */
async function sendByScript({ way, url, fields }: Sending): Promise<number | undefined> {
  const [mode, type = ''] = way.split(' ');
  const parts = new FormData();
  for (const [name, value] of Object.entries(fields)) parts.append(name, value);
  const json = { headers: { 'content-type': type }, body: JSON.stringify(fields) };
  const sent = type === 'application/json' ? json : { body: parts };
  const answer = fetch(url, { method: 'POST', mode: mode as RequestMode, ...sent });
  return answer.then(
    ({ status }) => status,
    () => undefined,
  );
}

/** In a page: submits a form, by which the browser leaves the page. */
function submitForm({ way, url, fields }: Sending): void {
  const [, type = ''] = way.split(' ');
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype: type, action: url });
  // As text, a field is written as its name, an equals sign and its value: here they make JSON.
  const json = JSON.stringify(fields);
  const written = type === 'text/plain' ? { [`${json.slice(0, -1)},"more":"`]: '"}' } : fields;
  for (const [name, value] of Object.entries(written))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
}

let backend: TestBackend;
let directory: string;
let browser: Browser;
let evil: Server;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  directory = await mkdtemp(join(tmpdir(), 'foreign-forms-'));
  const store = directoryStore(directory);
  const pages = { '404.html': '<p>404', 'index.html': '<p>Home' };
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-1a2b3c4d', pages));
  evil = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><body>Evil'),
  );
  evil.listen(0, '127.0.0.1');
  await once(evil, 'listening');
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  evil.closeAllConnections();
  await new Promise((done) => evil.close(done));
  await rm(directory, { recursive: true, force: true });
  await backend.stop();
});

describe('the site', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startSiteServer(directory, backend.url);
  });
  afterAll(() => server.stop());
  let before: number;
  beforeEach(async () => {
    before = await stored();
  });

  async function stored(): Promise<number> {
    const operator = await signIn(backend);
    const lists = Object.keys(FORMS).map((name) => operator.collection(name).getList(1, 1));
    return (await Promise.all(lists)).reduce((sum, { totalItems }) => sum + totalItems, 0);
  }

  /** Sends both forms from a page; gives the status of each answer, if it is known. */
  async function sendFrom(pageUrl: string, way: string) {
    const statuses = [];
    for (const [name, fields] of Object.entries(FORMS)) {
      const page = await browser.newPage();
      const url = `${server.origin}/api/collections/${name}/records`;
      await page.goto(pageUrl);
      if (way.startsWith('form ')) {
        const answer = page.waitForResponse(url);
        await page.evaluate(submitForm, { way, url, fields });
        statuses.push((await answer).status());
      } else {
        statuses.push(await page.evaluate(sendByScript, { way, url, fields }));
      }
      await page.close();
    }
    return statuses;
  }

  test('the site’s own page can send both forms, so that what follows means something', async () => {
    expect(await sendFrom(server.origin, 'cors application/json')).toEqual([200, 200]);
    expect(await stored()).toBe(before + 2);
  });

  describe.each([
    ['another site', 'localhost'],
    ['the same host at another port', '127.0.0.1'],
  ])('a page of %s', (_what, host) => {
    test.each(WAYS)('stores nothing: %s', async (way) => {
      await sendFrom(`http://${host}:${(evil.address() as AddressInfo).port}`, way);
      expect(await stored()).toBe(before);
    });
  });
});
