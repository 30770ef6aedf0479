import { Command } from 'commander';
import { PREVIEW_NAME } from '../release/listPreviews';
import { previewRelease, type Preview } from '../release/previewRelease';
import { removePreview } from '../release/removePreview';
import { folderStore } from '../store/folderStore';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import {
  log,
  previewHostOption,
  portOfStart,
  previewPort,
  requirePreviewStore,
  previewsOption,
  releaseOptions,
  storeAt,
  type ReleaseOptions,
} from './commonOptions';
import { failIfIncomplete } from './failIfIncomplete';
import { readBuilds } from './readBuilds';

/** The maximum length of a preview's name, as in `PREVIEW_NAME`. */
const NAME_LENGTH = 30;

interface Options extends ReleaseOptions {
  name?: string;
  remove?: string;
  previews?: string;
  previewHost: string;
}

/** `preview <app>...`: shows the release that a deployment would make, at its own address. */
export function previewCommand(): Command {
  const command = new Command('preview')
    .description('shows what a deployment would make live, at a secret address')
    .argument('[app...]', 'apps to build and preview together')
    .option(
      '--name <name>',
      'its name, e.g. pr-12, by default those of its apps; replaces a preview with this name, at the same address',
    )
    .option('--remove <preview>', 'removes the preview with this name');
  for (const option of [...releaseOptions(), previewsOption(), previewHostOption().default('localhost')])
    command.addOption(option);
  return command.action(async (apps: string[], options: Options) => {
    const { to, artifact, name, remove } = options;
    if (remove !== undefined) {
      await removePreview(await requirePreviewStore(to, options.previews), remove, log);
      return;
    }
    if (!artifact && apps.length === 0) throw new Error('Name the apps to preview, or use --artifact.');
    if (name !== undefined && !PREVIEW_NAME.test(name))
      throw new Error(
        `${name} is not a valid preview name. Use up to ${NAME_LENGTH} lower-case letters, digits and hyphens, such as pr-12.`,
      );
    await preview(apps, options);
  });
}

async function preview(apps: string[], options: Options): Promise<void> {
  const { to, backend: backendUrl, artifact, acceptRemovals } = options;
  const { expectPreviewHost } = await import('./expectPreviewHost');
  const host = expectPreviewHost(options.previewHost);
  const store = await storeAt(to);
  const previews = await requirePreviewStore(to, options.previews);
  const artifacts = await readBuilds(store, apps, artifact);
  const name = options.name ?? nameOf(artifacts);
  const made = await previewRelease({ store, previews, artifacts, backendUrl, acceptRemovals, name, log });
  if (!made) return;
  log(`The preview is at ${await addressOf(made, host)}`);
  if (host === 'localhost') log(`For Safari, add this line to /etc/hosts: 127.0.0.1 ${made.label}.${host}`);
  log(`Remove it: npm run deploy -- preview --remove ${name}`);
  failIfIncomplete(
    made.release,
    artifacts.map(({ artifact: { app } }) => app),
    'make the preview again',
  );
  await checkPreview(folderStore(previews, made.label), made, options);
}

function nameOf(artifacts: LoadedArtifact[]): string {
  const apps = artifacts.map(({ artifact: { app } }) => app.toLowerCase().replaceAll('_', '-'));
  return apps.join('-').slice(0, NAME_LENGTH).replace(/-+$/, '') || 'preview';
}

/** The preview's URL. On `localhost`, `npm start` serves it; on any other host, a proxy with TLS does. */
async function addressOf({ label }: Preview, host: string): Promise<string> {
  return host === 'localhost'
    ? `http://${label}.${host}:${previewPort(await portOfStart())}`
    : `https://${label}.${host}`;
}

/** Checks a preview. The preview remains even if the check fails. */
async function checkPreview(store: Store, { release }: Preview, options: Options): Promise<void> {
  const { check: command, backend: backendUrl } = options;
  if (command === undefined) return;
  const { checkRelease } = await import('./checkRelease');
  await checkRelease({ store, release, command, backendUrl, log });
  log(`The check has passed: ${command}`);
}
