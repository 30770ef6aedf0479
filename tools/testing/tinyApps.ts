import { join } from 'node:path';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { temporaryDirectory } from './temporaryDirectory';
import { writeRemoteBuild } from './writeRemoteBuild';
import { writeShellBuild } from './writeShellBuild';

/** A tiny shell and one remote at `/`, as rendering needs them. */
export async function tinyApps(
  pages: Record<string, string>,
  sources: Record<string, string> = {},
): Promise<LoadedArtifact[]> {
  const directory = await temporaryDirectory();
  const folders = [join(directory, 'shell'), join(directory, 'studio')] as const;
  await writeShellBuild(folders[0]);
  await writeRemoteBuild(folders[1], { name: 'studio', mount: '/', pages, sources });
  return Promise.all(folders.map((folder) => readArtifact(folder)));
}
