import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BuildDescription, computeVersion } from '../build/BuildDescription';
import { computeIntegrity } from '../build/computeIntegrity';
import { sha256 } from '../build/sha256';
import type { LoadedBuild } from '../store/readBuild';

interface BuildContent extends Pick<BuildDescription, 'app' | 'remote' | 'entry' | 'pages'> {
  /** The source code of the server bundle, a CommonJS module. */
  server: string;
  browser: Record<string, string>;
}

/** Makes a build without webpack. The result looks as if `readBuild` had read it from disk. */
export function tinyBuild({ server, browser, ...described }: BuildContent): LoadedBuild {
  const files = new Map(Object.entries(browser).map(([name, text]) => [name, Buffer.from(text)]));
  const compatible = { shared: { react: '19.3.1' }, router: [] };
  return buildFrom({ ...described, mode: 'production', ...compatible }, server, files);
}

/** Makes a build from a server bundle and files for browsers. Adds hashes, sizes and the version to the description. */
export function buildFrom(
  described: Omit<BuildDescription, 'version' | 'files' | 'serverHash'>,
  server: string,
  files: Map<string, Buffer>,
): LoadedBuild {
  const content = {
    ...described,
    files: Object.fromEntries(
      [...files].map(([name, bytes]) => [name, { integrity: computeIntegrity(bytes), bytes: bytes.length }]),
    ),
    serverHash: sha256(server),
  };
  return { description: { ...content, version: computeVersion(content) }, server, files };
}

/** Makes a build of a shell with the given files for browsers. Without `server`, the shell cannot render pages. */
export function assetsOnly(browser: BuildContent['browser'], server = ''): LoadedBuild {
  return tinyBuild({ app: 'shell', entry: { scripts: [], styles: [] }, pages: {}, server, browser });
}

/** Writes a build to disk as webpack does. @returns its description */
export async function writeBuild(
  directory: string,
  { description, server, files }: LoadedBuild,
): Promise<BuildDescription> {
  const contents: [name: string, content: string | Buffer][] = [
    ['build.json', JSON.stringify(description)],
    ['server/server.cjs', server],
    ...[...files].map(([name, bytes]): [string, Buffer] => [`browser/${name}`, bytes]),
  ];
  for (const [name, content] of contents) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  return description;
}
