import { MANIFEST } from '../build/Artifact';
import { integrityOf } from '../build/integrityOf';
import type { LoadedArtifact } from '../store/readArtifact';
import { buildOf } from './tinyBuild';

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
  for (const [entry, source] of files) {
    if (entry.endsWith('.js')) files.set(entry, renewIntegrity(source, build.files, new Map(changed)));
  }
  const manifest = files.get(MANIFEST);
  if (manifest) files.set(MANIFEST, renewIntegrity(manifest, build.files, files));
  return buildOf(build.artifact, build.server.replaceAll(words, others), files);
}

/** A file that asks for others by their integrity, as it asks for them by that of what they are now. */
function renewIntegrity(asking: Buffer, before: Map<string, Buffer>, now: Map<string, Buffer>): Buffer {
  const text = [...now].reduce(
    (asked, [name, content]) =>
      asked.replaceAll(integrityOf(present(before.get(name))), integrityOf(content)),
    asking.toString(),
  );
  return Buffer.from(text);
}

function present(content: Buffer | undefined): Buffer {
  if (!content) throw new Error('A file of the build is missing.');
  return content;
}
