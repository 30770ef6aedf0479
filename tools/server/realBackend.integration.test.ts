import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../tests/browser/findChromium';
import { failingServer } from '../testing/failingServer';
import { memoryStore } from '../testing/memoryStore';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { recordLive, storeRelease } from '../testing/storedRelease';

// As pages of other sites post through their visitors' browsers, a real Chromium. That no rule of the server keeps our own
// pages from what they need, tests/browser has.

jest.setTimeout(240_000);

const PATH = '/api/collections/form_submits/records';

let backend: TestBackend;
let site: RunningServer;
let browser: Browser;
let evil: string;

beforeAll(async () => {
  backend = await startTestBackend({ seeded: false });
  const store = memoryStore();
  const pages = { '404.html': '<p>404', 'index.html': '<p>Home' };
  await recordLive(store, 1, await storeRelease(store, '20261121T101500123Z-1a2b3c4d', pages));
  site = await startSiteServer(store, backend.url);
  evil = await failingServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><body>Evil'),
  );
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await backend.stop();
});

const FIELDS = { full_name: 'Eve', email_address: 'eve@example.com', project_details: 'Nobody wrote this.' };

interface Sending {
  mode: string;
  type: string;
  url: string;
  fields: Record<string, string>;
}

/** In a page: sends the form by script, or submits it as one, by which the browser leaves the page. */
function send({ mode, type, url, fields }: Sending): Promise<unknown> {
  const json = JSON.stringify(fields);
  if (mode !== 'form') {
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.append(name, value);
    const sent =
      type === 'application/json' ? { headers: { 'content-type': type }, body: json } : { body: parts };
    return fetch(url, { method: 'POST', mode: mode as RequestMode, ...sent }).catch(() => undefined);
  }
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype: type, action: url });
  // As text, a field is written as its name, an equals sign and its value: here they make JSON.
  const written = type === 'text/plain' ? { [`${json.slice(0, -1)},"more":"`]: '"}' } : fields;
  for (const [name, value] of Object.entries(written))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
  return Promise.resolve();
}

async function stored(): Promise<number> {
  return (await backend.operator.collection('form_submits').getList(1, 1)).totalItems;
}

/** Sends the form from a page. @returns how many more are stored then */
async function sendFrom(pageUrl: string, way: string): Promise<number> {
  const before = await stored();
  const page = await browser.newPage();
  const [mode = '', type = ''] = way.split(' ');
  await page.goto(pageUrl);
  const answer = mode === 'form' && page.waitForResponse(site.origin + PATH);
  await page.evaluate(send, { mode, type, url: site.origin + PATH, fields: FIELDS });
  if (answer) await answer;
  await page.close();
  return (await stored()) - before;
}

describe('§6 of what a browser sends', () => {
  test('the site’s own page can send the form, so that what follows means something', async () => {
    expect(await sendFrom(site.origin, 'cors application/json')).toBe(1);
  });

  test.each([
    ...['multipart/form-data', 'text/plain', 'application/x-www-form-urlencoded'].map(
      (type) => `form ${type}`,
    ),
    ...['no-cors multipart/form-data', 'no-cors application/json', 'cors application/json'],
  ])('nothing from another site, or from the same host at another port, is stored: %s', async (way) => {
    for (const host of ['localhost', '127.0.0.1'])
      expect(await sendFrom(evil.replace('127.0.0.1', host), way)).toBe(0);
  });
});
