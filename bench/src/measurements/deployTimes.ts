import { join } from 'node:path';
import type { Measurement } from '../Measurement';
import { deployInto } from '../subjects/deploySite';
import { buildChanged } from './buildChanged';
import { timeCommand } from './timeCommand';
import { timed } from './timed';
import { REPEATS, timeDeployments } from './timeDeployments';

/** The remote that is deployed, the one with the most pages that depend on data. */
const APP = 'studio-remote';

/** How long deploying and rolling back may take. Milliseconds. */
const DEPLOY_LIMIT = 5000;
const ROLLBACK_LIMIT = 1000;

/** How long a team waits for `npm run deploy`, from Enter to its end. */
export const measureDeployTimes: Measurement = async (bench) => {
  const before = join(bench.directory, 'deploy-times');
  const backendUrl = bench.backend.url;
  const others = bench.site.artifacts.filter(({ artifact }) => artifact.app !== APP);
  await deployInto(before, [...others, await buildChanged(bench, APP)], backendUrl);
  const rollbacks: number[] = [];
  const onDeployed = async (store: string) => {
    rollbacks.push(await timeCommand(bench.repository, ['rollback', APP, '--to', store]));
  };
  const deployments = await timeDeployments(bench.repository, { before, backendUrl, app: APP, onDeployed });
  const all = [
    timed(`\`npm run deploy -- ${APP}\``, deployments, DEPLOY_LIMIT),
    timed(`\`npm run deploy -- rollback ${APP}\``, rollbacks, ROLLBACK_LIMIT),
  ];
  return {
    tables: [
      {
        title: 'Deploying and rolling back one remote',
        note: `\`npm run deploy\` from Enter to its end, over a directory store that holds the other apps; median of ${REPEATS}.`,
        columns: ['command', 'median', 'each'],
        rows: all.map(({ row }) => row),
      },
    ],
    targets: all.map(({ target }) => target),
  };
};
