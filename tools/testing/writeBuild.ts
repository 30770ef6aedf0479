import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Artifact } from '../build/Artifact';
import { integrityOf } from '../build/integrityOf';
import { sha256 } from '../build/sha256';
import { versionOf } from '../build/versionOf';

/** A build to write; hashes, sizes and the version follow from its contents. */
interface BuildContent extends Pick<Artifact, 'app' | 'remote' | 'entry' | 'pages'> {
  /** The server bundle: CommonJS source. */
  server: string;
  /** What browsers load, by file name. */
  browser: Record<string, string>;
}

/** Writes a build as webpack leaves it, and gives back what its `artifact.json` says. */
export async function writeBuild(
  directory: string,
  { server, browser, ...said }: BuildContent,
): Promise<Artifact> {
  const content = {
    ...said,
    mode: 'production' as const,
    files: Object.fromEntries(
      Object.entries(browser).map(([name, text]) => [
        name,
        { integrity: integrityOf(text), bytes: Buffer.byteLength(text) },
      ]),
    ),
    serverHash: sha256(server),
    shared: { react: '19.3.1' },
  };
  const artifact: Artifact = { ...content, version: versionOf(content) };
  const files = Object.entries({
    'artifact.json': JSON.stringify(artifact),
    'server/server.cjs': server,
    ...Object.fromEntries(Object.entries(browser).map(([name, text]) => [`browser/${name}`, text])),
  });
  for (const [name, text] of files) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  return artifact;
}
