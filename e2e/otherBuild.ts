import { createHash } from 'node:crypto';
import type { LoadedArtifact } from '@site/deploy/build/readArtifact';

/**
 * The build that an app would have made of other words: every file that holds them, the integrity by which its
 * entry asks for them, and its version are others.
 *
 * @throws Error if the build's scripts do not hold the words
 */
export function otherBuild(build: LoadedArtifact, words: string, others: string): LoadedArtifact {
  const files = new Map(build.files);
  for (const [name, content] of files) {
    if (name.endsWith('.js')) files.set(name, Buffer.from(content.toString().replaceAll(words, others)));
  }
  const changed = [...files].filter(([name, content]) => !build.files.get(name)?.equals(content));
  if (changed.length === 0) throw new Error(`No script of ${build.artifact.app} says "${words}".`);
  for (const [name, content] of changed) {
    for (const [entry, source] of files) {
      const asked = source.toString().replaceAll(integrityOf(build.files.get(name)), integrityOf(content));
      if (entry.endsWith('.js')) files.set(entry, Buffer.from(asked));
    }
  }
  const server = build.server.replaceAll(words, others);
  const content = {
    ...build.artifact,
    files: Object.fromEntries(
      [...files].map(([name, bytes]) => [name, { integrity: integrityOf(bytes), bytes: bytes.length }]),
    ),
    serverHash: createHash('sha256').update(server).digest('hex'),
  };
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  return { artifact: { ...content, version }, server, files };
}

function integrityOf(content: Buffer | undefined): string {
  if (!content) throw new Error('A file of the build is missing.');
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
