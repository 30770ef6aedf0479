import type { Page, Request } from '@playwright/test';
import { openHydrated } from './hydrated';
import { expect, test } from './test';

/**
 * Pages of every kind: prerendered pages of both remotes, a page that waits for data, a page whose URL usually contains
 * secrets, and the 404 page.
 */
const PAGES = [
  '/',
  '/projects',
  '/projects/unknown',
  '/contact',
  '/micora',
  '/micora/verification',
  '/nowhere',
];

const ATTEMPTS: [attempt: string, error: string][] = [
  [`(0, eval)('1')`, 'EvalError'],
  [`new Function('return 1')()`, 'EvalError'],
  [`setTimeout('window.attacked = 1')`, 'TypeError'],
  [`document.body.innerHTML = '<p>attacked</p>'`, 'TypeError'],
  [`document.body.insertAdjacentHTML('beforeend', '<p>attacked</p>')`, 'TypeError'],
  [`document.write('<p>attacked</p>')`, 'TypeError'],
  [`document.createElement('iframe').srcdoc = '<p>attacked</p>'`, 'TypeError'],
  [`document.createElement('script').src = 'https://evil.example/a.js'`, 'TypeError'],
  [`document.body.setAttribute('onclick', 'window.attacked = 1')`, 'TypeError'],
  [`trustedTypes.createPolicy('default', { createHTML: (text) => text })`, 'TypeError'],
  [`trustedTypes.createPolicy('another', { createScriptURL: (url) => url })`, 'TypeError'],
];

const INJECTED = `
  <base href="https://evil.example/">
  <script>window.attacked = 1</script>
  <script src="https://evil.example/a.js"></script>
  <script src="data:text/javascript,window.attacked=1"></script>
  <script type="module">window.attacked = 1</script>
  <img src="https://evil.example/pixel.gif" onerror="window.attacked = 1">
  <svg onload="window.attacked = 1"></svg>
  <link rel="stylesheet" href="https://evil.example/a.css">
  <style>@import "https://evil.example/b.css"; body { background: url(https://evil.example/c.png) }</style>
  <iframe src="https://evil.example/"></iframe>
  <iframe srcdoc="<script>parent.attacked = 1</script>"></iframe>
  <object data="https://evil.example/a.swf"></object>
  <video src="https://evil.example/a.mp4"></video>
  <form id="attack" action="https://evil.example/"><button>Injected form</button></form>
  <a href="javascript:window.attacked=1">Injected link</a>`;

test.describe('Security: page policies', () => {
  test.use({
    expectedNoise: [
      /violation|Content Security Policy|TrustedTypePolicy|document requires 'Trusted| csp$|status of 404|^status 404/,
    ],
  });

  test('every kind of page blocks injected HTML and the evaluation of text as code', async ({
    page,
    baseURL,
  }) => {
    let foreignRequests: string[] = [];
    const record = (request: Request) => {
      if (!request.url().startsWith(`${baseURL}/`)) foreignRequests.push(request.url());
    };
    page.on('requestfinished', record);
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'csp') record(request);
    });
    for (const path of PAGES) {
      foreignRequests = [];
      await page.route(`${baseURL}${path}`, async (route) => {
        const response = await route.fetch();
        const html = (await response.text()).replace('</body>', `${INJECTED}</body>`);
        await route.fulfill({ response, body: html });
      });
      await openHydrated(page, path);
      await expect(page.locator('#attack')).toBeAttached();
      for (const [attempt, error] of ATTEMPTS)
        expect([path, attempt, await catchError(page, attempt)]).toEqual([path, attempt, error]);
      await page.evaluate(() => {
        document.querySelector<HTMLElement>('a[href^="javascript:"]')?.click();
        document.querySelector<HTMLFormElement>('#attack')?.requestSubmit();
      });
      await page.waitForLoadState('networkidle');
      const isAttacked = await page.evaluate(() => 'attacked' in window);
      expect({ foreignRequests, isAttacked, address: page.url() }).toEqual({
        foreignRequests: [],
        isAttacked: false,
        address: `${baseURL}${path}`,
      });
    }
  });
});

test('Security: Integrity-Policy blocks scripts without integrity, even the page’s own', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/integrity|could not be loaded/i);
  await page.route('**/projects', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(<script src="[^"]+") integrity="[^"]+"/, '$1');
    await route.fulfill({ response, body: html });
  });
  await page.goto('/projects');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => Object.keys(document.getElementById('root') ?? {}))).toEqual([]);
});

/**
 * Runs code in a timer on the page, because the page's policies may not apply to code that Playwright evaluates directly.
 *
 * @returns the name of the error that the code throws
 */
async function catchError(page: Page, source: string): Promise<string> {
  return page.evaluate<string>(`new Promise((resolve) => {
    setTimeout(() => {
      try {
        ${source};
        resolve('no error');
      } catch (error) {
        resolve(error.name);
      }
    });
  })`);
}
