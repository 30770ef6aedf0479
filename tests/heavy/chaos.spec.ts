import { share } from '@site/backend/testing/repetitions';
import { CHANGES, changePage, PARTS } from './changePage';
import { expectNothingLost } from './expectNothingLost';
import { openHydrated } from '../browser/hydrated';
import { galleryDescriptions, projectRecords } from '../browser/projectRecords';
import { startChangedSite } from './startChangedSite';
import { expect, siteUrl, test } from '../browser/test';

// These tests cover a browser without storage, a jumping clock, software that changes pages, and an old service worker.
// `failures.spec.ts` covers network and server failures.

test('Failures: the site works in a browser without storage and with a jumping clock', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/'micora:/);
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Access is denied.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: deny });
    Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny });
    const years = [-50, 60, -56, 0, 1000];
    let call = 0;
    const now = Date.now.bind(Date);
    Date.now = () => now() + (years[call++ % years.length] ?? 0) * 31_557_600_000;
  });
  await page.goto('/projects');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('Full name').fill('Zoë Example');
  await page.getByLabel('Email address').fill('spoiled@example.com');
  await page.getByLabel('Project details').fill('From an odd browser.');
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Thank you for your message!')).toBeVisible();
  await page.goto('/micora/verification?userId=u&secret=s');
  await expect(page.getByText('App Not Opening?')).toBeVisible();
});

test('Failures: pages stay complete and usable when an extension changes or translates them', async ({
  page,
  expectedNoise,
}) => {
  // React reports the changed HTML as hydration errors.
  expectedNoise.push(/Minified React error #4(?:18|23|25)|Uncaught in/);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.setAttribute('data-extension', '1');
      document.body.setAttribute('data-extension', '1');
      document.body.prepend(document.createElement('extension-toolbar'));
      document.body.append(document.createElement('extension-panel'));
      document.querySelector('footer')?.remove();
      document.querySelector('main h1')?.remove();
      document.querySelector('main')?.prepend(document.createElement('extension-note'));
    });
  });
  for (const path of ['/', '/projects', '/contact', '/micora/tos']) {
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.getElementById('root') as Node, NodeFilter.SHOW_TEXT);
    const all: Node[] = [];
    while (texts.nextNode()) all.push(texts.currentNode);
    for (const text of all) {
      const wrapper = document.createElement('span');
      text.parentNode?.replaceChild(wrapper, text);
      wrapper.append(text);
    }
  });
  for (const name of ['Projects', 'About', 'Contact', 'Home']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
});

test('§2 on a translated page, counters and errors still update', async ({ page }) => {
  const translate = () =>
    page.evaluate(() => {
      const texts = document.createTreeWalker(document.getElementById('root') as Node, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        const translation = document.createElement('span');
        translation.textContent = text.data;
        text.replaceWith(translation);
      }
    });
  const record = (await projectRecords()).find((one) => galleryDescriptions(one).length > 1);
  const count = record && galleryDescriptions(record).length;
  await openHydrated(page, `/projects/${record?.id}`);
  const next = page.getByRole('button', { name: 'Next image' }).first();
  await next.click();
  await expect(page.getByText(`2 / ${count}`)).toBeVisible();
  await translate();
  await page.getByRole('button', { name: 'Previous image' }).first().click();
  await expect(page.getByText(`1 / ${count}`)).toBeVisible();

  await openHydrated(page, '/contact');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  await translate();
  await page.getByLabel('Project details').fill('x'.repeat(4600));
  await expect(page.getByText('4600/5000')).toBeVisible();
  await translate();
  await page.getByLabel('Project details').fill('x'.repeat(4601));
  await expect(page.getByText('4601/5000')).toBeVisible();
  await expect(page.getByText('Only 399 left')).toBeVisible();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await translate();
  await page.getByLabel('Full name').fill('Ada');
  await expect(page.getByText('Full name is required')).toHaveCount(0);
  await expect(page.getByText('Email address is required')).toBeVisible();
});

test('Failures: links still work after any change to any part of an idle page', async ({ page }) => {
  test.setTimeout(300_000);
  const changes = PARTS.flatMap((part) => CHANGES.map((change) => ({ part, change })));
  for (const { part, change } of share(changes, 7)) {
    await test.step(`${change} ${part}`, async () => {
      await openHydrated(page, '/contact');
      await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
      await page.evaluate(changePage, { part, change });
      const link = page
        .getByRole('contentinfo')
        .or(page.getByRole('banner'))
        .getByRole('link', { name: /^About/ });
      await link.first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
    });
  }
});

test('§4 nothing typed is lost when other software changes the page at any time', async ({
  page,
  expectedNoise,
}) => {
  test.setTimeout(600_000);
  // React reports the changed HTML as hydration errors.
  expectedNoise.push(/Minified React error #4(?:18|23|25)|Uncaught in/);
  const site = await startChangedSite(siteUrl('SITE_URL'));
  try {
    await expectNothingLost({ open: (url) => page.goto(url), run: (inPage) => page.evaluate(inPage) }, site);
  } finally {
    await site.stop();
  }
});

test('Failures: the site works behind an old service worker that always serves cached pages', async ({
  page,
  context,
  expectedNoise,
}) => {
  // At the end of this test, the Content-Security-Policy blocks the registration of another service worker.
  expectedNoise.push(/TrustedScriptURL|violation/);
  const register = `<script>navigator.serviceWorker.register('/older.js')</script>`;
  await context.route('**/older.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: OLDER_WORKER }),
  );
  // The first visit loads an older site's home page, which registers a service worker.
  const home = new URL('/', siteUrl('SITE_URL')).href;
  await context.route(home, (route) => route.fulfill({ contentType: 'text/html', body: register }));
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.unroute(home);
  for (const visit of ['first', 'kept']) {
    await test.step(visit, async () => {
      await openHydrated(page, '/projects');
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await expect(page.getByRole('article')).not.toHaveCount(0);
    });
  }
  expect(await page.evaluate(async () => (await caches.match('/projects'))?.status)).toBe(200);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('Full name')).toBeEnabled();
  const refused = page.evaluate(async () => {
    await navigator.serviceWorker.register('/older.js?again');
  });
  await expect(refused).rejects.toThrow('TrustedScriptURL');
});

const OLDER_WORKER = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith((async () => {
      const kept = await caches.match(event.request);
      if (kept) return kept;
      const answer = await fetch(event.request);
      await (await caches.open('older')).put(event.request, answer.clone());
      return answer;
    })());
  });`;
