import { projectRecords } from './projectRecords';
import { site } from '@site/shared/site';
import { sitemapPaths } from './sitemapPaths';
import { expect, releasedPaths, test } from './test';

test.describe('Findability: what search engines and previews are told', () => {
  test('every page has its own title and description', async ({ request }) => {
    const seen = new Map<string, string>();
    for (const path of releasedPaths()) {
      const html = await (await request.get(path)).text();
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '';
      const description = /<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(title.length, path).toBeGreaterThan(5);
      expect(description.length, path).toBeGreaterThan(20);
      expect(seen.get(title), `${path} has the title of`).toBeUndefined();
      seen.set(title, path);
    }
  });

  test('home says who the site is', async ({ request }) => {
    const html = await (await request.get('/')).text();
    expect(html).toContain('"@type":"Organization"');
    expect(html).toContain('"@type":"WebSite"');
  });

  test('§2 MiCora’s pages are MiCora’s by title, name, icon and share picture, and every share picture is 1200 x 630', async ({
    page,
  }) => {
    const attribute = (selector: string, name: string) =>
      page.locator(`head ${selector}`).first().getAttribute(name);
    for (const path of releasedPaths()) {
      await page.goto(path);
      const brand = path.startsWith('/micora') ? 'MiCora' : site.company.shortName;
      expect(await page.title(), path).toMatch(new RegExp(` · ${brand}$`));
      expect(await attribute('[property="og:site_name"]', 'content'), path).toBe(brand);
      const app = brand === 'MiCora' ? 'micora-remote' : 'shell';
      expect(await attribute('[rel=icon][type="image/svg+xml"]', 'href'), path).toContain(`/${app}/`);
      const picture = (await attribute('[property="og:image"]', 'content')) ?? '';
      expect((await attribute('[property="og:image:alt"]', 'content'))?.length, path).toBeGreaterThan(4);
      if (picture.includes('/api/')) continue;
      expect(picture, path).toContain(`/${app}/`);
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = new URL(address).pathname;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }, picture);
      expect(size, path).toEqual([1200, 630]);
    }
    await page.goto('/micora');
    expect(await page.content()).toContain('"@type":"MobileApplication"');
  });

  test('the sitemap lists every page that may be listed, and each answers 200', async ({
    request,
    baseURL,
  }) => {
    const paths = await sitemapPaths(baseURL ?? '');
    const records = await projectRecords();
    for (const { id } of records) expect(paths).toContain(`/projects/${id}`);
    for (const path of releasedPaths()) {
      const response = await request.get(path);
      const listed = !(await response.text()).includes('<meta name="robots" content="noindex">');
      expect(paths.includes(path), path).toBe(listed);
    }
  });

  test('robots.txt, manifest and icons are there and of the right kind', async ({ request }) => {
    expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap: ');
    const manifest = await request.get('/site.webmanifest');
    expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const { icons } = (await manifest.json()) as { icons: { src: string }[] };
    expect(icons.length).toBeGreaterThan(1);
    const html = (await (await request.get('/')).text()) + (await (await request.get('/micora')).text());
    const linked = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(
      ([, href = '']) => href,
    );
    for (const address of [...icons.map(({ src }) => src), ...linked, '/favicon.ico']) {
      const response = await request.get(address);
      expect(response.status(), address).toBe(200);
      expect(response.headers()['content-type'], address).toMatch(/^image\//);
    }
  });
});
