import { expect, test } from '@jest/globals';
import { micora, site } from '@site/shared/site';
import { renderAppLinks, renderSiteFiles } from './renderSiteFiles';

test('the sitemap lists each page’s path and last change, both escaped', () => {
  const modified = 'now</lastmod></url><url><loc>https://other.example.com/</loc><lastmod>';
  const { 'sitemap.xml': xml = '' } = renderSiteFiles(
    [{ path: '/' }, { path: '/projects/a&b', modified }],
    {},
  );
  const entries = new DOMParser().parseFromString(xml, 'application/xml').querySelectorAll('url');
  expect([...entries].map((url) => [...url.children].map((child) => child.textContent))).toEqual([
    [`${site.origin}/`],
    [`${site.origin}/projects/a&b`, modified],
  ]);
});

test('an app link file without ids is not rendered', () => {
  const { packageName } = micora.androidApp;
  const appPaths = ['/app/open'];
  expect(
    renderAppLinks({ appPaths, appleAppIds: [], androidApp: { packageName, certificateSha256: [] } }),
  ).toEqual({});
  const androidApp = { packageName, certificateSha256: ['AB:CD'] };
  const files = renderAppLinks({ appPaths, appleAppIds: ['TEAM1.com.example.micora'], androidApp });
  expect(Object.entries(files).map(([name, text]) => [name, JSON.parse(text) as unknown])).toEqual([
    [
      '.well-known/apple-app-site-association',
      {
        applinks: {
          details: [{ appIDs: ['TEAM1.com.example.micora'], components: [{ '/': '/app/open' }] }],
        },
      },
    ],
    [
      '.well-known/assetlinks.json',
      [
        {
          relation: ['delegate_permission/common.handle_all_urls'],
          target: {
            namespace: 'android_app',
            package_name: packageName,
            sha256_cert_fingerprints: ['AB:CD'],
          },
        },
      ],
    ],
  ]);
});
