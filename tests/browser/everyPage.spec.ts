import { expect, releasedPaths, test } from './test';
import { visitPages } from './visitPages';

test('Hydration: every page hydrates without console messages, failed requests or errors', async ({
  page,
  baseURL,
  expectedNoise,
}) => {
  test.setTimeout(180_000);
  // `visitPages` also opens the 404 page, and the browser logs an error for its status.
  expectedNoise.push(/status of 404|^status 404/);
  await visitPages(page, baseURL ?? '', releasedPaths());
});

test('Security: pages have no streamed content, and no inline scripts except JSON', async ({ request }) => {
  for (const path of [...releasedPaths(), '/nowhere']) {
    const html = await (await request.get(path)).text();
    expect(html).not.toContain('<template');
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts).not.toEqual([]);
    for (const script of scripts) expect(script).toMatch(/ src="\/|type="application\/(?:ld\+)?json"/);
  }
});
