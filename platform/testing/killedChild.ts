import { setTimeout as pause } from 'node:timers/promises';
import { deploy, rollback } from '../release/deploy';
import { HEARTBEAT } from '../release/heartbeat';
import { watch } from '../release/watch';
import { mirrorBucket } from '../server/mirrorBucket';
import { directoryStore } from '../store/directoryStore';
import { readBuild } from '../store/readBuild';
import { s3Store } from '../store/s3Store';
import type { Store } from '../store/Store';
import { pruneLater } from './pruneLater';
import { steppedStore } from './steppedStore';

export interface KilledJob {
  command: keyof typeof COMMANDS;
  /** The address of the store that the command changes; for `mirror`, the directory that the mirror is written to. */
  address: string;
  /** For `deploy`: the folder of the build. */
  build: string;
  /** For `watch`: the backend's URL. */
  backendUrl?: string | undefined;
  /**
   * For `mirror`: the directory of the store to mirror, and the id of its newest release. The command ends once the mirror
   * serves that release.
   */
  mirrored?: { origin: string; newest: string };
  /** Environment variables for stores in buckets. */
  environment: NodeJS.ProcessEnv;
  /**
   * This process is killed just before the change with this number. The first change is number 1. By default, the process
   * is killed after the last change.
   */
  killAt?: number | undefined;
}

const log = () => undefined;

const COMMANDS = {
  deploy: async (store: Store, { build }: KilledJob) =>
    deploy({ store, change: { kind: 'deploy', builds: [await readBuild(build)] }, log }),
  rollback: (store: Store) => rollback({ store, app: 'studio-remote', log }),
  prune: (store: Store) => pruneLater(60, { store }),
  takedown: (store: Store) => pruneLater(60, { store, atOnce: true }),
  async watch(store: Store, { backendUrl = '' }: KilledJob) {
    watch({ store, backendUrl, log });
    while (!(await store.read(HEARTBEAT))) await pause(20);
  },
  async mirror(
    _store: Store,
    { address, mirrored: { origin, newest } = { origin: '', newest: '' } }: KilledJob,
  ) {
    const options = { address: origin, log, interval: { look: 20, list: 60_000 }, open: mortalStore };
    const source = await mirrorBucket(directoryStore(origin), address, options);
    while ((await source.live()).id !== newest) await pause(20);
    await source.close();
  },
};

/**
 * Runs the job that the parent sends. Just before change number `killAt`, this process kills itself with SIGKILL, even if
 * other changes are still in progress. If the job finishes first, this process sends its parent the list of all changes,
 * and then kills itself.
 */
process.once('message', (job: KilledJob) => void run(job));

const changes: string[] = [];
let killAt: number | undefined;

function mortalStore(address: string): Store {
  return steppedStore(storeAt(address), (step) => {
    const isChange = /^(?:write|create|remove)/.test(step);
    if (isChange && changes.push(step) === killAt) process.kill(process.pid, 'SIGKILL');
  });
}

async function run(job: KilledJob): Promise<void> {
  Object.assign(process.env, job.environment);
  killAt = job.killAt;
  await COMMANDS[job.command](mortalStore(job.address), job);
  process.send?.(changes, () => process.kill(process.pid, 'SIGKILL'));
}

/** Opens a store without `openStore`, whose dynamic imports do not work in this process. */
function storeAt(address: string): Store {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(address) ?? [];
  return bucket ? s3Store({ bucket, prefix }) : directoryStore(address);
}
