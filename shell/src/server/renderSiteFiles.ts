import type { ListedPage } from '@site/shared/shell';
import { micora, site } from '@site/shared/site';
import { absoluteUrl } from './absoluteUrl';
import { escape } from './renderDocument';

/**
 * Renders the files at the site's root that crawlers and devices request.
 *
 * @param pages the pages that search engines may list
 * @param files the URLs of the shell's icons, by file name
 * @returns the contents of the files, by file name
 */
export function renderSiteFiles(pages: ListedPage[], files: Record<string, string>): Record<string, string> {
  return {
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${site.origin}/sitemap.xml\n`,
    'sitemap.xml': sitemap(pages),
    'site.webmanifest': manifest(files),
    ...renderAppLinks(micora),
  };
}

function sitemap(pages: ListedPage[]): string {
  const entries = pages.map(({ path, modified }) => {
    const address = `<loc>${escape(absoluteUrl(path))}</loc>`;
    return `<url>${address}${modified ? `<lastmod>${escape(modified)}</lastmod>` : ''}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>\n',
  ].join('\n');
}

function manifest(files: Record<string, string>): string {
  const icons = [
    { name: 'icon-192.png', sizes: '192x192', purpose: 'any' },
    { name: 'icon-512.png', sizes: '512x512', purpose: 'any' },
    { name: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
  ].flatMap(({ name, sizes, purpose }) => {
    const src = files[name];
    return src ? [{ src, sizes, purpose, type: 'image/png' }] : [];
  });
  const { name, shortName: short_name, description } = site.company;
  const about = { name, short_name, description, lang: 'en-GB', start_url: '/', display: 'browser' };
  return toJson({ ...about, icons });
}

type AppLinks = Pick<typeof micora, 'appPaths' | 'appleAppIds' | 'androidApp'>;

/**
 * Renders the files that allow phones to open links to this site in the MiCora app. Leaves out a platform's file if the
 * app's ids for that platform are not set.
 *
 * @returns the contents of the files, by file name
 */
export function renderAppLinks({ appPaths, appleAppIds, androidApp }: AppLinks): Record<string, string> {
  const files: Record<string, string> = {};
  if (appleAppIds.length > 0) {
    const components = appPaths.map((path) => ({ '/': path }));
    files['.well-known/apple-app-site-association'] = toJson({
      applinks: { details: [{ appIDs: appleAppIds, components }] },
    });
  }
  const { packageName, certificateSha256 } = androidApp;
  if (certificateSha256.length > 0) {
    files['.well-known/assetlinks.json'] = toJson([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: packageName,
          sha256_cert_fingerprints: certificateSha256,
        },
      },
    ]);
  }
  return files;
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
