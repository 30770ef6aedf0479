import { appendFile } from 'node:fs/promises';
import { messageOf } from '@site/backend/messageOf';
import { Command } from 'commander';
import { previewRelease, removePreview } from '../release/previewRelease';
import { PREVIEW_ID, PREVIEW_NAME, type Release } from '../release/Release';
import type { Store } from '../store/Store';
import { log, releaseOptions, storeAt, type ReleaseOptions } from './commonOptions';
import { summarizing } from './describeRelease';
import { failIfIncomplete } from './failIfIncomplete';
import { readBuilds } from './readBuilds';

interface Options extends ReleaseOptions {
  name?: string;
  remove?: string;
}

/** `preview <app>...`: the release that a deployment would make, for those who are told its id. */
export function previewCommand(): Command {
  const command = new Command('preview')
    .description('writes a release that only those see who are told its id, by ?release=<id>')
    .argument('[app...]', 'apps to build and preview together')
    .option('--name <name>', 'replaces the earlier preview of this name, e.g. pr-12')
    .option('--remove <preview>', 'takes a preview away, by its id or name');
  for (const option of releaseOptions()) command.addOption(option);
  return command.action(async (apps: string[], options: Options) => {
    const { to, backend: backendUrl, artifact, name, remove, dryRun } = options;
    for (const said of [name, remove])
      if (said !== undefined && !PREVIEW_NAME.test(said))
        throw new Error(
          `${said} is no name of a preview. Use up to 100 letters, digits, and . _ - only, such as pr-12.`,
        );
    const store = await storeAt(to);
    if (remove !== undefined) return removePreview(store, remove, log);
    if (!artifact && apps.length === 0)
      throw new Error('Nothing is named. Name apps to preview, or builds that are ready by --artifact.');
    const artifacts = await readBuilds(store, apps, artifact);
    const release = await summarizing(store, options, () =>
      previewRelease({ store, artifacts, backendUrl, name, dryRun, log }),
    );
    failIfIncomplete(
      release,
      artifacts.map(({ artifact: { app } }) => app),
    );
    if (!dryRun && PREVIEW_ID.test(release.id)) await checkPreview(store, release, options);
  });
}

/** Checks a preview, which stays in any case, and adds to the summary whether it has passed. */
async function checkPreview(store: Store, release: Release, options: Options): Promise<void> {
  const { check: command, backend: backendUrl, summary } = options;
  if (command === undefined) return;
  const { checkRelease } = await import('./checkRelease');
  const tell = async (outcome: string) => {
    if (summary) await appendFile(summary, `\n**Check**: ${outcome}\n`);
  };
  try {
    await checkRelease({ store, release, command, backendUrl, log });
  } catch (error) {
    await tell(messageOf(error));
    throw error;
  }
  await tell(`${command} has passed.`);
}
