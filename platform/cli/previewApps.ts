import { PREVIEW_NAME } from '../release/listPreviews';
import { previewRelease } from '../release/previewRelease';
import type { Preview } from '../release/writePreview';
import { removePreview } from '../release/removePreview';
import { folderStore } from '../store/folderStore';
import type { LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { failIfIncomplete } from './failIfIncomplete';
import { previewAddress } from './previewAddress';
import { openStoreAt } from './openStoreAt';
import { requireBeside } from './openBeside';
import { readBuilds } from './readBuilds';
import { log } from './repository';

/** The maximum length of a preview's name. It must match the limit in `PREVIEW_NAME`. */
const NAME_LENGTH = 30;

interface PreviewValues {
  build?: string[];
  check?: string;
  to: string;
  backend?: string;
  name?: string;
  remove?: string;
  previews?: string;
  previewHost: string;
  acceptRemovals?: true;
}

/** Creates a preview of the release that a deployment would create. If `remove` is given, removes that preview instead. */
export async function previewApps(apps: string[], values: PreviewValues): Promise<void> {
  const { to, backend: backendUrl, build, name: given, remove, check, acceptRemovals } = values;
  if (remove !== undefined) {
    await removePreview(await requireBeside(to, 'previews', values.previews), remove, log);
    return;
  }
  if (!build && apps.length === 0) throw new Error('Name the apps to preview, or use --build.');
  if (given !== undefined && !PREVIEW_NAME.test(given))
    throw new Error(
      `${given} is not a valid preview name. Use up to ${NAME_LENGTH} lower-case letters, digits and hyphens, such as pr-12.`,
    );
  const { assertPreviewHost } = await import('./assertPreviewHost');
  const host = assertPreviewHost(values.previewHost);
  const store = await openStoreAt(to);
  const previews = await requireBeside(to, 'previews', values.previews);
  const builds = await readBuilds(store, apps, build);
  const name = given ?? previewName(builds);
  const made = await previewRelease({ store, previews, builds, backendUrl, acceptRemovals, name, log });
  if (!made) return;
  log(`The preview is at ${await previewAddress(made.label, host)}`);
  if (host === 'localhost') log(`For Safari, add this line to /etc/hosts: 127.0.0.1 ${made.label}.${host}`);
  log(`Remove it: npm run deploy -- preview --remove ${name}`);
  failIfIncomplete(
    made.release,
    builds.map(({ description: { app } }) => app),
    'make the preview again',
  );
  if (check !== undefined) await checkPreview(folderStore(previews, made.label), made, check, backendUrl);
}

function previewName(builds: LoadedBuild[]): string {
  const apps = builds.map(({ description: { app } }) => app.toLowerCase().replaceAll('_', '-'));
  return apps.join('-').slice(0, NAME_LENGTH).replace(/-+$/, '') || 'preview';
}

/** Runs a check against a preview. If the check fails, the preview remains. */
async function checkPreview(
  store: Store,
  { release }: Preview,
  command: string,
  backendUrl: string | undefined,
): Promise<void> {
  const { checkRelease } = await import('./checkRelease');
  await checkRelease({ store, release, command, backendUrl, log });
  log(`The check has passed: ${command}`);
}
