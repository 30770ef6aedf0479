import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Artifact, versionOf } from '../build/Artifact';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import type { LoadedArtifact } from '../store/readArtifact';

/** What a build is made of; hashes, sizes and the version follow from it. */
interface BuildContent extends Pick<Artifact, 'app' | 'remote' | 'entry' | 'pages'> {
  /** The server bundle: CommonJS source. */
  server: string;
  /** What browsers load, by file name. */
  browser: Record<string, string>;
}

/** A build that no webpack has made, as `readArtifact` reads it. */
export function tinyBuild({ server, browser, ...said }: BuildContent): LoadedArtifact {
  const files = new Map(Object.entries(browser).map(([name, text]) => [name, Buffer.from(text)]));
  const compatible = { shared: { react: '19.3.1' }, router: [] };
  return buildOf({ ...said, mode: 'production', ...compatible }, server, files);
}

/** The build that has these files, and says so. */
export function buildOf(
  said: Omit<Artifact, 'version' | 'files' | 'serverHash'>,
  server: string,
  files: Map<string, Buffer>,
): LoadedArtifact {
  const content = {
    ...said,
    files: Object.fromEntries(
      [...files].map(([name, bytes]) => [name, { integrity: integrityOf(bytes), bytes: bytes.length }]),
    ),
    serverHash: sha256(server),
  };
  return { artifact: { ...content, version: versionOf(content) }, server, files };
}

/** A shell of files that browsers load, which renders nothing. */
export function assetsOnly(browser: BuildContent['browser'], server = ''): LoadedArtifact {
  return tinyBuild({ app: 'shell', entry: { scripts: [], styles: [] }, pages: {}, server, browser });
}

/** Writes a build as webpack leaves it, and gives back what its `artifact.json` says. */
export async function writeBuild(
  directory: string,
  { artifact, server, files }: LoadedArtifact,
): Promise<Artifact> {
  const contents: [name: string, content: string | Buffer][] = [
    ['artifact.json', JSON.stringify(artifact)],
    ['server/server.cjs', server],
    ...[...files].map(([name, bytes]): [string, Buffer] => [`browser/${name}`, bytes]),
  ];
  for (const [name, content] of contents) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  return artifact;
}
