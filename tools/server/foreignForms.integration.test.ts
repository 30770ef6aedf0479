import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../tests/browser/findChromium';
import { failingServer } from '../testing/failingServer';
import { startSiteServer, type RunningServer } from '../testing/startSiteServer';
import { served, useReleases } from '../testing/useReleases';

// As pages of other sites post through their visitors' browsers, a real Chromium. That no rule of the server keeps our own
// pages from what they need, tests/browser has.

jest.setTimeout(240_000);

useReleases();

let site: RunningServer;
let browser: Browser;
let evil: string;
/** How many forms have reached the backend. */
let reached = 0;

beforeAll(async () => {
  const backendUrl = await failingServer((_request, response) => {
    reached += 1;
    response.setHeader('content-type', 'application/json').end('{}');
  });
  site = await startSiteServer(served.store, backendUrl);
  evil = await failingServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><body>Evil'),
  );
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** In a page: sends a form by script, or submits it as one, by which the browser leaves the page. */
function send({ mode, type, url }: Record<'mode' | 'type' | 'url', string>): Promise<unknown> {
  if (mode !== 'form') {
    const parts = new FormData();
    parts.append('full_name', 'Eve');
    const sent =
      type === 'application/json'
        ? { headers: { 'content-type': type }, body: '{"full_name":"Eve"}' }
        : { body: parts };
    return fetch(url, { method: 'POST', mode: mode as RequestMode, ...sent }).catch(() => undefined);
  }
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype: type, action: url });
  // As text, a field is written as its name, an equals sign and its value: here they make JSON.
  const [name, value] = type === 'text/plain' ? ['{"full_name":"Eve","more":"', '"}'] : ['full_name', 'Eve'];
  form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
  return Promise.resolve();
}

/** Sends a form from a page. @returns how many have reached the backend by then */
async function sendFrom(pageUrl: string, way: string): Promise<number> {
  const url = `${site.origin}/api/collections/form_submits/records`;
  const page = await browser.newPage();
  const [mode = '', type = ''] = way.split(' ');
  await page.goto(pageUrl);
  const answer = mode === 'form' && page.waitForResponse(url);
  await page.evaluate(send, { mode, type, url });
  if (answer) await answer;
  await page.close();
  return reached;
}

test.each([
  ...['multipart/form-data', 'text/plain', 'application/x-www-form-urlencoded'].map((type) => `form ${type}`),
  ...['no-cors multipart/form-data', 'no-cors application/json', 'cors application/json'],
])(
  '§6 no form of another site, or of the same host at another port, reaches the backend: %s',
  async (way) => {
    for (const host of ['localhost', '127.0.0.1'])
      expect(await sendFrom(evil.replace('127.0.0.1', host), way)).toBe(0);
  },
);

test('the site’s own page can send it, so that this means something', async () => {
  expect(await sendFrom(site.origin, 'cors application/json')).toBe(1);
});
