import type { LoadedArtifact } from '@site/tools/store/readArtifact';
import { integrityOf } from '../../../tools/build/integrityOf';
import { versionOf } from '../../../tools/build/versionOf';
import type { DeployedSite } from '../subjects/deploySite';

/** An app's build as it would be after its team's next change: with one line more in the script that is loaded first. */
export function changeBuild({ artifacts }: DeployedSite, app: string): LoadedArtifact {
  const build = artifacts.find(({ artifact }) => artifact.app === app);
  const name = build?.artifact.remote ? 'remoteEntry.js' : 'main.js';
  const script = build?.files.get(name);
  if (!build || !script) throw new Error(`There is no ${name} of ${app}.`);
  const changed = Buffer.from(`${script.toString()}\nperformance.mark('the next change');\n`);
  const { artifact } = build;
  const description = { integrity: integrityOf(changed), bytes: changed.length };
  const content = { ...artifact, files: { ...artifact.files, [name]: description } };
  return {
    ...build,
    artifact: { ...content, version: versionOf(content) },
    files: new Map([...build.files, [name, changed]]),
  };
}
