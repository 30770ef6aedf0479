/** What `site.ts` says about the app. */
interface AppIds {
  /** `<team id>.<bundle id>` each. */
  appleAppIds: readonly string[];
  /** SHA-256 fingerprints of the certificates that the app is signed with, as `AB:CD:…`. */
  androidApp: { packageName: string; certificateSha256: readonly string[] };
}

/** The paths that the app opens itself; the same on both platforms. */
const APP_PATHS = ['/micora/verification'];

/**
 * The files by which phones learn that the app may open links to this site, by name; those whose ids are not
 * set are left out.
 */
export function renderAppLinks({ appleAppIds, androidApp }: AppIds): Record<string, string> {
  const files: Record<string, string> = {};
  if (appleAppIds.length > 0) {
    const components = APP_PATHS.map((path) => ({ '/': path }));
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
