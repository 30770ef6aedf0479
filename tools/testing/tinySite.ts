import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { temporaryDirectory } from './temporaryDirectory';
import { writeRemoteBuild } from './writeRemoteBuild';
import { writeShellBuild } from './writeShellBuild';

/** A tiny shell; other words make another build. */
export async function tinyShell(words?: string): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  await writeShellBuild(folder, words);
  return readArtifact(folder);
}

/** A tiny remote at `/` with a home page that shows the text, and a pattern. */
export async function tinyStudio(text = 'Home'): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  const pages = { '/': `return '${text}'`, '/projects/:projectId': `return 'Project'` };
  await writeRemoteBuild(folder, { name: 'studio', mount: '/', pages });
  return readArtifact(folder);
}

/** A tiny remote at `/micora` with one page that shows the text. */
export async function tinyMicora(text = 'MiCora'): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  await writeRemoteBuild(folder, {
    name: 'micora',
    mount: '/micora',
    pages: { '/micora': `return '${text}'` },
  });
  return readArtifact(folder);
}
