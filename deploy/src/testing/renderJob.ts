import { join } from 'node:path';
import { composeRelease } from '../release/composeRelease';
import { readArtifact } from '../build/readArtifact';
import type { RenderJob } from '../render/renderPages';
import { temporaryDirectory } from './temporaryDirectory';
import { writeRemoteBuild } from './writeRemoteBuild';
import { writeShellBuild } from './writeShellBuild';

/** The job of a first release of a tiny shell with one remote at `/`. */
export async function renderJob(pages: Record<string, string>): Promise<RenderJob> {
  const directory = await temporaryDirectory();
  const folders = [join(directory, 'shell'), join(directory, 'studio')] as const;
  await writeShellBuild(folders[0]);
  await writeRemoteBuild(folders[1], { name: 'studio', mount: '/', pages });
  const builds = await Promise.all(folders.map((folder) => readArtifact(folder)));
  const { release, render } = composeRelease(
    builds.map(({ artifact }) => artifact),
    undefined,
    new Date(),
  );
  const apps = builds.map(({ artifact, server, files }) => ({
    artifact,
    server,
    styles: Object.fromEntries([...files].map(([name, content]) => [name, content.toString()])),
  }));
  return { release, apps, files: render };
}
