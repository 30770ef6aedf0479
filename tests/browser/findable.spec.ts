import { site } from '@site/shared/site';
import sharp from 'sharp';
import { projectRecords } from './projectRecords';
import { sitemapPaths } from './sitemapPaths';
import { expect, releasedPaths, test } from './test';

test.describe('Findability: metadata for search engines and link previews', () => {
  test('every page has its own title, description, canonical address and breadcrumbs', async ({
    request,
    baseURL,
  }) => {
    const listed = await sitemapPaths(baseURL ?? '');
    for (const { id } of await projectRecords()) expect(listed).toContain(`/projects/${id}`);
    const pathsByTitle = new Map<string, string>();
    for (const path of releasedPaths()) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      const html = await response.text();
      const title = /<title>([^<]{6,})<\/title>/.exec(html)?.[1] ?? '';
      expect(html, path).toMatch(/<meta name="description" content="[^"]{21,}"/);
      expect(html).toContain(`<link rel="canonical" href="${site.origin}${path}"`);
      const ancestors = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/') || '/');
      const breadcrumbs = path === '/' ? [] : ancestors.map((part) => new URL(part, site.origin).href);
      expect([...html.matchAll(/"item":"([^"]+)"/g)].map(([, item]) => item)).toEqual(breadcrumbs);
      expect(pathsByTitle.get(title), `the page with the same title as ${path}`).toBeUndefined();
      pathsByTitle.set(title, path);
      const isIndexed = !html.includes('<meta name="robots" content="noindex">');
      expect(listed.includes(path), path).toBe(isIndexed);
    }
    expect(pathsByTitle.get('')).toBeUndefined();
  });

  test('§2 a project and its category have a share picture of 1200 x 630 below 300 KB', async ({
    request,
  }) => {
    const record = (await projectRecords()).find(({ cover_Image }) => cover_Image);
    const category = `/projects?category=${encodeURIComponent(record?.category ?? '')}`;
    for (const path of [`/projects/${record?.id}`, category]) {
      const html = await (await request.get(path)).text();
      const tags = [...html.matchAll(/<meta property="og:image(\S*)" content="([^"]+)"/g)];
      const { '': address = '', ...size } = Object.fromEntries(
        tags.map(([, name = '', content = '']) => [name, content]),
      );
      expect(size).toMatchObject({ ':width': '1200', ':height': '630' });
      const picture = await request.get(new URL(address).pathname, { maxRedirects: 0 });
      expect([path, picture.status()]).toEqual([path, 200]);
      const content = await picture.body();
      expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      expect(content.length).toBeLessThan(300_000);
    }
  });

  test('§2 the site and MiCora each have icons and a share picture of 1200 x 630', async ({ request }) => {
    const manifest = await request.get('/site.webmanifest');
    expect(manifest.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const { icons } = (await manifest.json()) as { icons: { src: string }[] };
    expect(icons.length).toBeGreaterThan(1);
    const addresses = [...icons.map(({ src }) => src), '/favicon.ico'];
    for (const [path, app, types] of [
      ['/', 'shell', ['Organization', 'WebSite']],
      ['/micora', 'micora-remote', ['MobileApplication']],
    ] as const) {
      const html = await (await request.get(path)).text();
      for (const type of types) expect(html).toContain(`"@type":"${type}"`);
      const linked = html.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g);
      addresses.push(...[...linked].map(([, href = '']) => href));
      const [, sharePicture = ''] = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html) ?? [];
      expect(sharePicture).toContain(`/${app}/`);
      const header = await (await request.get(sharePicture)).body();
      expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([1200, 630]);
    }
    for (const address of addresses) {
      const response = await request.get(address);
      expect(response.status(), address).toBe(200);
      expect(response.headers()['content-type'], address).toMatch(/^image\//);
    }
    expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap: ');
  });
});
