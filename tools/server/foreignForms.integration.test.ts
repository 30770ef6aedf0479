import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../tests/browser/findChromium';
import { directoryStore } from '../store/directoryStore';
import { failingServer } from '../testing/failingServer';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { recordLive, storeRelease } from '../testing/storedRelease';
import { temporaryDirectory } from '../testing/temporaryDirectory';

// Pages of other sites that post through their visitors' browsers: a real Chromium, a real PocketBase behind both
// servers.

jest.setTimeout(120_000);

const PATH = '/api/collections/form_submits/records';
const FIELDS = { full_name: 'Eve', email_address: 'eve@example.com', project_details: 'Nobody wrote this.' };

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
let evil: string;
let server: RunningServer;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  directory = await temporaryDirectory();
  const store = directoryStore(directory);
  const pages = { '404.html': '<p>404', 'index.html': '<p>Home' };
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-1a2b3c4d', pages));
  evil = await failingServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><body>Evil'),
  );
  server = await startSiteServer(directory, backend.url);
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await backend.stop();
});

async function stored(): Promise<number> {
  const operator = await signIn(backend);
  return (await operator.collection('form_submits').getList(1, 1)).totalItems;
}

/** Sends the form from a page. @returns the status of the answer, if it is known */
async function sendFrom(pageUrl: string, way: string): Promise<number | undefined> {
  const page = await browser.newPage();
  const sending = { way, url: server.origin + PATH, fields: FIELDS };
  await page.goto(pageUrl);
  if (!way.startsWith('form ')) return page.evaluate(sendByScript, sending);
  const answer = page.waitForResponse(sending.url);
  await page.evaluate(submitForm, sending);
  return (await answer).status();
}

test('the site’s own page can send the form, so that what follows means something', async () => {
  const before = await stored();
  expect(await sendFrom(server.origin, 'cors application/json')).toBe(200);
  expect(await stored()).toBe(before + 1);
});

describe.each([
  ['another site', 'localhost'],
  ['the same host at another port', '127.0.0.1'],
])('a page of %s', (_what, host) => {
  test.each(WAYS)('stores nothing: %s', async (way) => {
    const before = await stored();
    await sendFrom(evil.replace('127.0.0.1', host), way);
    expect(await stored()).toBe(before);
  });
});
