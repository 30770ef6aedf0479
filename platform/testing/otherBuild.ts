import { MANIFEST } from '../build/BuildDescription';
import { computeIntegrity } from '../build/computeIntegrity';
import type { LoadedBuild } from '../store/readBuild';
import { buildFrom } from './tinyBuild';

/**
 * Replaces `words` with `others` in a build's code, as if the app had been built from changed sources. The result has a
 * new version, and new integrity hashes for the changed files.
 *
 * @throws Error if no browser script contains `words`
 */
export function otherBuild(build: LoadedBuild, words: string, others: string): LoadedBuild {
  const files = new Map(build.files);
  for (const [name, content] of files) {
    if (name.endsWith('.js')) files.set(name, Buffer.from(content.toString().replaceAll(words, others)));
  }
  const changed = [...files].filter(([name, content]) => !build.files.get(name)?.equals(content));
  if (changed.length === 0) throw new Error(`No script of ${build.description.app} contains "${words}".`);
  for (const [entry, source] of files) {
    if (entry.endsWith('.js')) files.set(entry, renewIntegrity(source, build.files, new Map(changed)));
  }
  const manifest = files.get(MANIFEST);
  if (manifest) files.set(MANIFEST, renewIntegrity(manifest, build.files, files));
  return buildFrom(build.description, build.server.replaceAll(words, others), files);
}

function renewIntegrity(loader: Buffer, before: Map<string, Buffer>, after: Map<string, Buffer>): Buffer {
  let text = loader.toString();
  for (const [name, content] of after)
    text = text.replaceAll(computeIntegrity(present(before.get(name))), computeIntegrity(content));
  return Buffer.from(text);
}

function present(content: Buffer | undefined): Buffer {
  if (!content) throw new Error('A file of the build is missing.');
  return content;
}
