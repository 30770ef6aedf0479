import { expect, test } from '@jest/globals';
import { renderAppLinks } from './renderAppLinks';

const androidApp = { packageName: 'com.example.micora', certificateSha256: ['AB:CD'] };

test('the files are left out as long as their ids are not set', () => {
  expect(renderAppLinks({ appleAppIds: [], androidApp: { ...androidApp, certificateSha256: [] } })).toEqual(
    {},
  );
});

test('Apple devices learn which app opens which path', () => {
  const files = renderAppLinks({ appleAppIds: ['TEAM1.com.example.micora'], androidApp });
  expect(JSON.parse(files['.well-known/apple-app-site-association'] ?? '')).toEqual({
    applinks: {
      details: [{ appIDs: ['TEAM1.com.example.micora'], components: [{ '/': '/micora/verification' }] }],
    },
  });
});

test('Android devices learn which app may open the site\u2019s links', () => {
  const files = renderAppLinks({ appleAppIds: [], androidApp });
  expect(Object.keys(files)).toEqual(['.well-known/assetlinks.json']);
  expect(JSON.parse(files['.well-known/assetlinks.json'] ?? '')).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.micora',
        sha256_cert_fingerprints: ['AB:CD'],
      },
    },
  ]);
});
