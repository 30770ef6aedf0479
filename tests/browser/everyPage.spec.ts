import { expect, releasedPaths, test } from './test';
import { visitPages } from './visitPages';

test('Hydration: every page of the release hydrates without a message, a failed request, or an uncaught error', async ({
  page,
  baseURL,
  expectedNoise,
}) => {
  test.setTimeout(180_000);
  // A 404 page has a 404 status line, in the browser's console too.
  expectedNoise.push(/status of 404|^status 404/);
  await visitPages(page, baseURL ?? '');
});

test('Security: no page has content that a script would have to put in its place, or an inline script but for JSON', async ({
  request,
}) => {
  for (const path of [...releasedPaths(), '/nowhere']) {
    const html = await (await request.get(path)).text();
    expect(html).not.toContain('<template');
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts).not.toEqual([]);
    for (const script of scripts) expect(script).toMatch(/ src="\/|type="application\/(?:ld\+)?json"/);
  }
});
