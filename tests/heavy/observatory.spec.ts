import { observatoryScore } from '../browser/observatoryScore';
import { projectRecords } from '../browser/projectRecords';
import { releasedPaths } from '../browser/releasedPaths';
import { expect, siteUrl, test } from '../browser/test';

/** All that an answer can get: the rest of the Observatory's 145 is for cookies and for being on a browser's list. */
const FULL = {
  'content-security-policy': 10,
  'x-frame-options': 5,
  'strict-transport-security': 0,
  'x-content-type-options': 0,
  'referrer-policy': 5,
  'cross-origin-resource-policy': 10,
  'cross-origin-resource-sharing': 0,
  'subresource-integrity': 5,
  cookies: 0,
};

async function scoreOf(origin: string, path: string) {
  // As a proxy asks at which TLS ends.
  const headers = {
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-proto': 'https',
    origin: 'https://evil.example',
  };
  const response = await fetch(`${origin}${path}`, { headers, redirect: 'manual' });
  const answer = observatoryScore({
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  });
  return { path, ...answer };
}

async function expectFullScores(origin: string): Promise<void> {
  for (const path of [
    ...releasedPaths(),
    '/projects/unknown',
    '/nowhere',
    '/micora/verification?userId=u&secret=s',
  ]) {
    expect(await scoreOf(origin, path)).toEqual({ path, score: 135, modifiers: FULL });
  }
  const home = await (await fetch(`${origin}/`)).text();
  const assets = [...home.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(assets.map((path) => path.split('.').at(-1))).toEqual(
    expect.arrayContaining(['js', 'woff2', 'svg']),
  );
  const [project] = await projectRecords();
  const picture = `/api/files/projects/${project?.id}/${project?.images[0]}`;
  const calls = [
    '/api/collections/projects/records',
    '/api/health',
    picture,
    '/api/settings',
    '/api/files/a/b/c.jpg',
  ];
  for (const path of [...assets, ...calls, '/assets/none.js']) {
    const modifiers = { ...FULL, 'subresource-integrity': 0 };
    expect(await scoreOf(origin, path)).toEqual({ path, score: 130, modifiers });
  }
  // Files and redirects that are sent with the headers of a page.
  for (const path of ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/favicon.ico', '/about/']) {
    expect((await scoreOf(origin, path)).score).toBeGreaterThanOrEqual(100);
  }
}

test.describe('Security: Mozilla’s Observatory gives every answer all that it can get', () => {
  test('from the site’s server', () => expectFullScores(siteUrl('SITE_URL')));

  test('and so much less to an answer that says nothing', () => {
    const headers = { 'content-type': 'text/html' };
    const body = '<script src="https://evil.example/a.js"></script>';
    expect(observatoryScore({ headers, body }).score).toBe(100 - 25 - 20 - 20 - 5);
  });
});

test('Security: without HTTPS nobody is told to keep to it', async () => {
  const response = await fetch(siteUrl('SITE_URL'));
  expect(response.headers.has('strict-transport-security')).toBe(false);
});
