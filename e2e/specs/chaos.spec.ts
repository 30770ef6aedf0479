import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from '@playwright/test';
import { hydrated } from '../hydrated';
import { moveTo } from '../moveTo';
import { expect, siteUrl, test } from '../test';

// What visitors see when something breaks that the site does not own. failures.spec.ts has the cases in which
// scripts do not come at all.

const PROJECTS = '**/api/collections/projects/records*';
const SCRIPTS = '**/assets/studio-remote/**/*.js';

/** Counts full page loads, so that a test can tell a reload loop. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

test.describe('Failures: a remote’s scripts', () => {
  test.use({
    expectedNoise: [
      /status|Failed|could not be loaded|Federation|preload|integrity|SyntaxError|MIME|digest|blocked/i,
    ],
  });

  const kinds: Record<string, (route: Route) => Promise<void>> = {
    'are gone (404)': (route) => route.fulfill({ status: 404, body: 'Not found.\n' }),
    'break off in the middle': async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).slice(0, 2000) });
    },
    'were altered on their way': async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `window.attacked = 1;${await response.text()}` });
    },
    'are answered with a page': (route) =>
      route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: '<!doctype html><h1>Welcome to the Wi-Fi</h1>',
      }),
  };

  async function withEachKind(page: Page, check: () => Promise<void>): Promise<void> {
    for (const [kind, answer] of Object.entries(kinds)) {
      await test.step(kind, async () => {
        const loads = countLoads(page);
        await page.route(SCRIPTS, answer);
        await check();
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
        await expect(page.getByRole('heading', { name: 'UI/UX Design' })).toBeVisible();
        await page.waitForTimeout(1000);
        expect(loads()).toBe(2);
        expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
        await page.unroute(SCRIPTS);
      });
    }
  }

  test('are gone, broken off, altered or a page: pages stand with their projects, and links work', async ({
    page,
  }) => {
    await withEachKind(page, async () => {
      await page.goto('/projects');
      await expect(page.getByRole('article')).not.toHaveCount(0);
    });
  });

  test('are gone, broken off, altered or a page: what waits for data says so', async ({ page }) => {
    await withEachKind(page, async () => {
      await page.goto(`${siteUrl('SITE_WITHOUT_BACKEND_URL')}/projects`);
      await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
      await expect(page.getByTestId('skeleton')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
    });
  });

  test('are lost in the middle of a visit: the move becomes one full load, and the page is there', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    const loads = countLoads(page);
    await page.route(SCRIPTS, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(page.getByRole('heading', { name: 'Innovation' })).toBeVisible();
    await page.waitForTimeout(1000);
    expect(loads()).toBe(1);
  });
});

test.describe('§8 the backend', () => {
  test.use({ expectedNoise: [/status|Failed to load resource|ERR_/] });

  const answers: Record<string, (route: Route) => Promise<void>> = {
    'answers 500': (route) =>
      route.fulfill({ status: 500, json: { status: 500, message: 'Oops', data: {} } }),
    'answers nothing': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '' }),
    'answers half a list': (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"items":[{"id":"a"' }),
    'answers binary data': (route) =>
      route.fulfill({ contentType: 'application/json', body: Buffer.alloc(9999, 0xfe) }),
    'answers a list of nothing known': (route) => route.fulfill({ json: [1, 2, 3] }),
    'breaks off': (route) => route.abort('connectionreset'),
  };

  test('answers nothing of use: the list and a project say so, and are there when it has come back', async ({
    page,
  }) => {
    for (const [kind, answer] of Object.entries(answers)) {
      await test.step(kind, async () => {
        await page.route(PROJECTS, answer);
        await page.goto('/projects/anything');
        await expect(page.getByText('Failed to load project. Please try again later.')).toBeVisible();
        await moveTo(page, '/projects');
        await expect(page.getByRole('heading', { name: 'Error Loading Projects' })).toBeVisible();
        await page.unroute(PROJECTS);
        await page.getByRole('button', { name: 'Try Again' }).click();
        await expect(page.getByRole('article')).not.toHaveCount(0);
      });
    }
  });

  test('answers what is no list of projects: the page is neither blank nor waits for ever', async ({
    page,
  }) => {
    for (const [kind, json] of Object.entries<object>({
      'no list': { message: 'Hello' },
      'a list of odd things': {
        items: [null, 1, 'a', [], {}, { id: null }, { id: 'fine', title: { a: 1 }, images: 7 }],
      },
      'a list that is none': { items: 'none' },
    })) {
      await test.step(kind, async () => {
        await page.route(PROJECTS, (route) => route.fulfill({ json }));
        await page.goto('/');
        await hydrated(page);
        await moveTo(page, '/projects');
        await expect(page.getByTestId('skeleton')).toHaveCount(0);
        await expect(
          page.getByText(/No Projects Found|Error Loading Projects|Untitled project/).first(),
        ).toBeVisible();
        await page.unroute(PROJECTS);
      });
    }
  });

  test('is slow, and the visitor presses Stop: the list or a project says so', async ({ page }) => {
    let arrive: () => void = () => undefined;
    await page.route(PROJECTS, () => arrive());
    for (const [path, notice] of [
      ['/projects', 'Failed to load projects. Please try again later.'],
      ['/projects/anything', 'Failed to load project. Please try again later.'],
    ] as const) {
      await test.step(path, async () => {
        const arrived = new Promise<void>((done) => (arrive = done));
        await page.goto('/');
        await hydrated(page);
        await moveTo(page, path);
        await arrived;
        await page.evaluate(() => window.stop());
        await expect(page.getByText(notice)).toBeVisible();
        await expect(page.getByTestId('skeleton')).toHaveCount(0);
      });
    }
  });

  test('is slow: skeletons as long as it takes, then the list', async ({ page }) => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((done) => (answer = done));
    await page.route(PROJECTS, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await hydrated(page);
    await moveTo(page, '/projects');
    await page.waitForTimeout(2000);
    await expect(page.getByTestId('skeleton')).toHaveCount(6);
    answer();
    await expect(page.getByRole('article')).not.toHaveCount(0);
  });
});

test.describe('Failures: the network goes', () => {
  test.use({ expectedNoise: [/ERR_INTERNET_DISCONNECTED|Failed|Federation/i] });

  test('while a form is written: the words stay, and are sent when it is back', async ({ page, context }) => {
    await page.goto('/contact');
    await hydrated(page);
    await page.getByLabel('Full name').fill('Zoë Example');
    await page.getByLabel('Email address').fill('offline@example.com');
    await page.getByLabel('Project details').fill('Written in a tunnel.');
    await context.setOffline(true);
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('There was an error submitting your message.')).toBeVisible();
    await expect(page.getByText('You seem to be offline.')).toBeVisible();
    await expect(page.getByLabel('Project details')).toHaveValue('Written in a tunnel.');
    await context.setOffline(false);
    await page.getByRole('button', { name: /send/i }).click();
    await expect(page.getByText('Thank you for your message!')).toBeVisible();
  });

  test('before the list is there: it says so, and Try Again brings it', async ({ page, context }) => {
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).hover();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await expect(page.getByRole('heading', { name: 'Error Loading Projects' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('article')).not.toHaveCount(0);
  });
});

test.describe('Failures: a browser', () => {
  const spoilers: Record<string, () => void> = {
    'that keeps nothing': () => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied.', 'SecurityError');
          },
        });
      }
      Object.defineProperty(Document.prototype, 'cookie', {
        get() {
          throw new DOMException('Access is denied.', 'SecurityError');
        },
        set() {
          throw new DOMException('Access is denied.', 'SecurityError');
        },
      });
    },
    'whose clock is years off and jumps': () => {
      const years = [-50, 60, -56, 0, 1000];
      let call = 0;
      const now = Date.now.bind(Date);
      Date.now = () => now() + (years[call++ % years.length] ?? 0) * 31_557_600_000;
    },
  };

  for (const [kind, spoil] of Object.entries(spoilers)) {
    test(`${kind} shows the list, sends the form and opens the app’s page`, async ({ page }) => {
      await page.addInitScript(spoil);
      await page.goto('/projects');
      await expect(page.getByRole('article')).not.toHaveCount(0);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
      await page.getByLabel('Full name').fill('Zoë Example');
      await page.getByLabel('Email address').fill('spoiled@example.com');
      await page.getByLabel('Project details').fill('From an odd browser.');
      await page.getByRole('button', { name: /send/i }).click();
      await expect(page.getByText('Thank you for your message!')).toBeVisible();
    });
  }
});

test.describe('§4 the verification page', () => {
  test.use({ expectedNoise: [/'micora:/] });

  test('comes to its manual state though the clock jumps', async ({ page }) => {
    await page.addInitScript(() => {
      let call = 0;
      const now = Date.now.bind(Date);
      Date.now = () => now() + (call++ % 2 === 0 ? -1 : 1) * 86_400_000;
    });
    await page.goto('/micora/verification?userId=u&secret=s');
    await expect(page.getByText('App Not Opening?')).toBeVisible();
  });
});

test.describe('Failures: an extension', () => {
  // React says that it has found other HTML than it expected.
  test.use({ expectedNoise: [/Minified React error #4(?:18|23|25)|Uncaught in|NotFoundError/] });

  test('that changes the page before its scripts run: every page is whole and works', async ({ page }) => {
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
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect(page.getByRole('contentinfo')).toBeVisible();
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await expect(page.getByRole('article')).not.toHaveCount(0);
  });

  test('that rewrites the texts of a running page, as translators do: moves still lead somewhere', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(page);
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

  test('that removes parts of a running page: the move says what to do, and a load mends it', async ({
    page,
  }) => {
    await page.goto('/projects');
    await expect(page.getByRole('article')).not.toHaveCount(0);
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('main article, main h1, main section')) part.remove();
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Innovation' })).toBeVisible();
  });
});

test.describe('Failures: a service worker of an older site', () => {
  // The last of it: what the policy refuses.
  test.use({ expectedNoise: [/TrustedScriptURL|violation/] });

  test('that keeps one of our pages for ever: the page works, and so does what it leads to', async ({
    page,
  }) => {
    // Until our site has taken over the address, the older one answers there.
    let isOurs = false;
    const older = createServer((incoming, outgoing) => {
      if (!isOurs || incoming.url === '/older.js') {
        const [type, body] =
          incoming.url === '/older.js' ? ['text/javascript', OLDER_WORKER] : ['text/html', OLDER_PAGE];
        outgoing.setHeader('content-type', type).end(body);
        return;
      }
      const { method, headers, url } = incoming;
      const forwarded = ask(new URL(url ?? '/', siteUrl('SITE_URL')), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(forwarded);
    });
    await new Promise<void>((done) => older.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(older.address() as AddressInfo).port}`;
    try {
      await page.goto(origin);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      isOurs = true;
      for (const visit of ['first', 'kept']) {
        await test.step(visit, async () => {
          await page.goto(`${origin}/projects`);
          await hydrated(page);
          expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
          await expect(page.getByRole('article')).not.toHaveCount(0);
        });
      }
      const kept = await page.evaluate(async () => (await caches.match('/projects'))?.status);
      expect(kept).toBe(200);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
      await expect(page.getByLabel('Full name')).toBeEnabled();
      // No page of ours can be made to install another one.
      const refused = await page.evaluate(() =>
        navigator.serviceWorker.register('/older.js?again').then(
          () => 'installed',
          () => 'refused',
        ),
      );
      expect(refused).toBe('refused');
    } finally {
      older.closeAllConnections();
      await new Promise((done) => older.close(done));
    }
  });
});

const OLDER_PAGE = `<!doctype html><title>Older site</title><script>navigator.serviceWorker.register('/older.js')</script>`;

/** Keeps every document that it has seen, and never asks again. */
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
