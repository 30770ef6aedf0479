import { Command } from 'commander';
import { previewRelease, removePreview } from '../release/previewRelease';
import {
  artifactOption,
  backendOption,
  dryRunOption,
  log,
  storeAt,
  storeOption,
  summaryOptions,
} from './commonOptions';
import { readBuilds } from './readBuilds';
import { summarizing } from './summarizing';

interface Options {
  to: string;
  backend?: string;
  artifact?: string[];
  name?: string;
  remove?: string;
  dryRun?: boolean;
  summary?: string;
  site?: string;
}

/** What previews may be called. */
const NAME = /^[\w.-]+$/;

/** `preview <app>...`: the release that a deployment would make, for those who are told its id. */
export function previewCommand(): Command {
  const command = new Command('preview')
    .description('writes a release that only those see who are told its id, by ?release=<id>')
    .argument('[app...]', 'apps to build and preview together')
    .option('--name <name>', 'replaces the earlier preview of this name, e.g. pr-12')
    .option('--remove <preview>', 'takes a preview away, by its id or name');
  const options = [artifactOption(), storeOption(), backendOption(), dryRunOption(), ...summaryOptions()];
  for (const option of options) command.addOption(option);
  return command.action(async (apps: string[], options: Options) => {
    const { to, backend: backendUrl, artifact, name, remove, dryRun } = options;
    for (const said of [name, remove])
      if (said !== undefined && !NAME.test(said))
        throw new Error(
          `${said} is no name of a preview. Use letters, digits, and . _ - only, such as pr-12.`,
        );
    const store = await storeAt(to);
    if (remove !== undefined) return removePreview(store, remove, log);
    if (!artifact && apps.length === 0)
      throw new Error('Nothing is named. Name apps to preview, or builds that are ready by --artifact.');
    const artifacts = await readBuilds(store, apps, artifact);
    await summarizing(store, options, () =>
      previewRelease({ store, artifacts, backendUrl, name, dryRun, log }),
    );
  });
}
