import { storeSource } from '../server/storeSource';
import { previewSource } from '../server/previewSource';
import type { SiteSource } from '../server/SiteSource';
import { contentsOf, type Release } from '../release/Release';
import { folderStore } from '../store/folderStore';
import { parseArtifact } from '../store/parseArtifact';
import { artifactKey } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { builtFiles } from '../store/storeArtifact';
import { layeredStore } from '../store/layeredStore';

/** Opens what is served at a preview's host: the preview, overlaid on the live store. */
export function openPreview(store: Store, previews: Store, label: string): SiteSource {
  return previewSource(
    storeSource(store, { look: 0 }),
    storeSource(folderStore(previews, label), { look: 0 }),
  );
}

/**
 * Expects that a preview is complete: its pages and files, and the browser files of their builds.
 *
 * @returns the preview's release
 * @throws Error that lists what is missing
 */
export async function expectWholePreview(store: Store, previews: Store, label: string): Promise<Release> {
  const source = openPreview(store, previews, label);
  const release = await source.live();
  const missing: string[] = [];
  const expectFile = async (key: string) => {
    if (!(await source.read(key))) missing.push(key);
  };
  for (const [, content] of contentsOf(release)) await expectFile(`pages/${content}`);
  const builds = new Set<string>();
  for (const { app, version, shell } of Object.values(release.pages))
    builds.add(`${app}/${version}`).add(`shell/${shell}`);
  const layered = layeredStore(folderStore(previews, label), store);
  for (const build of builds) {
    const description = await layered.read(artifactKey(build));
    const artifact = description && parseArtifact(description);
    if (artifact) for (const { key } of builtFiles(artifact)) await expectFile(key);
    else missing.push(artifactKey(build));
  }
  if (missing.length > 0) throw new Error(`Preview ${label} lacks:\n  ${missing.sort().join('\n  ')}`);
  return release;
}
