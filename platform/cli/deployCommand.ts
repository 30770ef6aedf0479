import { Command } from 'commander';
import { deploy } from '../release/deploy';
import { findMissing } from '../release/findMissing';
import type { Release } from '../release/Release';
import { scrub } from '../release/scrub';
import { log, releaseOptions, storeAt, type ReleaseOptions } from './commonOptions';
import { failIfIncomplete } from './failIfIncomplete';
import { readBuilds } from './readBuilds';

interface Options extends ReleaseOptions {
  without?: string;
  repair?: true;
}

/** `deploy <app>...`: builds apps and makes them live as one release. */
export function deployCommand(): Command {
  const command = new Command('apps')
    .description('builds apps and deploys them; you can omit the word apps')
    .argument('[app...]', 'an app to build, e.g. studio-remote, or a stored build: studio-remote@1a2b')
    .option('--without <app>', 'removes an app with all its pages from the site; its builds remain')
    .option('--repair', 'reads all live files, and makes missing and altered ones again');
  for (const option of releaseOptions()) command.addOption(option);
  return command.action(async (apps: string[], options: Options) => {
    const { to, backend: backendUrl, artifact, without, check, acceptRemovals, repair } = options;
    if (!artifact && apps.length === 0 && without === undefined && !repair)
      throw new Error('Name the apps to deploy, or use --artifact, --without or --repair.');
    const store = await storeAt(to);
    const artifacts = await readBuilds(store, apps, artifact);
    const runCheck = async (release: Release, command: string): Promise<void> => {
      // The server is loaded only when it is needed.
      const { checkRelease } = await import('./checkRelease');
      await checkRelease({ store, release, command, backendUrl, log });
    };
    const damage = repair ? await scrub(store, log) : [];
    const release = await deploy({
      store,
      change:
        without === undefined ? { kind: 'deploy', artifacts } : { kind: 'remove', app: without, artifacts },
      backendUrl,
      acceptRemovals,
      retries: true,
      log,
      check: check === undefined ? undefined : (release) => runCheck(release, check),
    });
    if (repair) expectRepaired(await findMissing(store, release), damage);
    failIfIncomplete(
      release,
      artifacts.map(({ artifact: { app } }) => app),
    );
  });
}

/** @throws Error that lists what the live release still lacks */
function expectRepaired(missing: string[], damage: string[]): void {
  const lines = [
    ...damage,
    ...missing.map((key) => `${key} is missing. Give --backend, so that it can be made again.`),
  ];
  if (lines.length > 0) throw new Error(`Not everything could be restored:\n  ${lines.join('\n  ')}`);
}
