import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Artifact } from '../../../build/Artifact';

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
        {
          integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
          bytes: Buffer.byteLength(text),
        },
      ]),
    ),
    serverHash: createHash('sha256').update(server).digest('hex'),
    shared: { react: '19.3.1' },
  };
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  const artifact: Artifact = { ...content, version };
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
