import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { deploy } from '@site/deploy/commands/deploy';
import { directoryStore } from '@site/deploy/store/directoryStore';
import { median } from '../median';
import type { Measurement } from '../Measurement';
import { buildChanged } from './buildChanged';
import { seconds, timeCommand } from './timeCommand';

/** The remote that is deployed, the one with the most pages that depend on data. */
const APP = 'studio-remote';

const REPEATS = 5;

/** How long a team waits for `npm run deploy`, from Enter to its end. */
export const measureDeployTimes: Measurement = async ({ repository, directory, backend, site }) => {
  const before = join(directory, 'deploy-times');
  const others = site.artifacts.filter(({ artifact }) => artifact.app !== APP);
  const older = await buildChanged(repository, { app: APP, ...remoteOf(APP) });
  await deploy({
    store: directoryStore(before),
    artifacts: [...others, older],
    backendUrl: backend.url,
    log: () => undefined,
  });

  const times = { deploy: [] as number[], rollback: [] as number[] };
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const store = `${before}-${repeat}`;
    await cp(before, store, { recursive: true, verbatimSymlinks: true });
    times.deploy.push(await timeCommand(repository, [APP, '--to', store, '--backend', backend.url]));
    times.rollback.push(await timeCommand(repository, ['rollback', APP, '--to', store]));
  }
  const [deployed, rolledBack] = [median(times.deploy), median(times.rollback)];
  console.log(`  deployed in ${seconds(deployed)}, rolled back in ${seconds(rolledBack)}`);
  return {
    tables: [
      {
        title: 'Deploying and rolling back one remote',
        note: `\`npm run deploy\` from Enter to its end, over a directory store that holds the other apps; median of ${REPEATS}.`,
        columns: ['command', 'median', 'each'],
        rows: [
          [`\`npm run deploy -- ${APP}\``, seconds(deployed), times.deploy.map(seconds).join(', ')],
          [
            `\`npm run deploy -- rollback ${APP}\``,
            seconds(rolledBack),
            times.rollback.map(seconds).join(', '),
          ],
        ],
      },
    ],
    targets: [
      {
        name: 'Deploying one remote',
        wanted: 'under 5 s',
        measured: seconds(deployed),
        isMet: deployed < 5000,
      },
      {
        name: 'Rolling it back',
        wanted: 'under 1 s',
        measured: seconds(rolledBack),
        isMet: rolledBack < 1000,
      },
    ],
  };

  function remoteOf(app: string) {
    const remote = site.artifacts.find(({ artifact }) => artifact.app === app)?.artifact.remote;
    return remote ? { remote } : {};
  }
};
