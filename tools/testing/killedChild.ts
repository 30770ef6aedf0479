import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type * as Deploy from '../release/deploy';
import { HEARTBEAT } from '../release/heartbeat';
import type * as StorePicture from '../release/pictures/storePicture';
import type * as PreviewRelease from '../release/previewRelease';
import type * as Prune from '../release/prune';
import { listIds } from '../release/readRelease';
import type * as Watch from '../release/watch';
import { directoryStore } from '../store/directoryStore';
import type * as ReadArtifact from '../store/readArtifact';
import type * as S3 from '../store/s3Store';
import type { Store } from '../store/Store';
import { steppedStore } from './steppedStore';
import { tinyPicture } from './tinyPicture';

/** What one command needs: all of them take longer to load than any takes to run. */
interface Modules {
  '../store/readArtifact': typeof ReadArtifact;
  '../release/deploy': typeof Deploy;
  '../release/previewRelease': typeof PreviewRelease;
  '../release/prune': typeof Prune;
  '../release/watch': typeof Watch;
  '../release/pictures/storePicture': typeof StorePicture;
  '../store/s3Store': typeof S3;
}

function load<Path extends keyof Modules>(path: Path): Modules[Path] {
  return createRequire(__filename)(path) as Modules[Path];
}

/** What the process is to do before it is killed. */
export interface KilledJob {
  command: keyof typeof COMMANDS;
  /** The address of the store that it changes. */
  address: string;
  /** The folder of the build to deploy. */
  build: string;
  /** Where the backend listens that is watched. */
  backendUrl?: string | undefined;
  /** Where stores in buckets are found. */
  environment: NodeJS.ProcessEnv;
  /** Before which change of the store it dies, counted from 1; without it after the last one. */
  killAt?: number | undefined;
  /** What it gets then instead: stopped, it goes on when it is told to. */
  signal?: 'SIGSTOP';
}

const log = () => undefined;

async function buildOf({ build }: KilledJob) {
  return [await load('../store/readArtifact').readArtifact(build)];
}

function prune(store: Store, atOnce: boolean): Promise<void> {
  const now = new Date(Date.now() + 60 * 86_400_000);
  return load('../release/prune').prune({ store, keepDays: 30, atOnce, now, log });
}

async function watch(store: Store, { backendUrl = '' }: KilledJob): Promise<void> {
  load('../release/watch').watch({ store, backendUrl, log });
  while (!(await store.read(HEARTBEAT))) await pause(20);
}

const COMMANDS = {
  deploy: async (store: Store, job: KilledJob): Promise<unknown> =>
    load('../release/deploy').deploy({ store, artifacts: await buildOf(job), log }),
  rollback: (store: Store) =>
    load('../release/deploy').deploy({ store, back: { app: 'studio-remote' }, log }),
  preview: async (store: Store, job: KilledJob): Promise<unknown> =>
    load('../release/previewRelease').previewRelease({ store, artifacts: await buildOf(job), log }),
  removePreview: async (store: Store) => {
    const [newest = ''] = await listIds(store, 'previews');
    return load('../release/previewRelease').removePreview(store, newest, log);
  },
  prune: (store: Store) => prune(store, false),
  takedown: (store: Store) => prune(store, true),
  picture: (store: Store) =>
    load('../release/pictures/storePicture').storePicture(store, tinyPicture.name, tinyPicture.copies),
  watch,
};

/**
 * Runs a command on a store and is killed, as by `kill -9`, before one of its changes. One that gets through says what
 * it changed: a word for each change, alike for what is alike.
 */
process.once('message', (job: KilledJob) => void run(job));
process.send?.('ready');

async function run(job: KilledJob): Promise<void> {
  Object.assign(process.env, job.environment);
  const changes: string[] = [];
  const store = steppedStore(storeAt(job.address), (step) => {
    const isChange = /^(?:write|create|remove)/.test(step);
    if (isChange && changes.push(step) === job.killAt) process.kill(process.pid, job.signal ?? 'SIGKILL');
    return Promise.resolve();
  });
  await COMMANDS[job.command](store, job);
  process.send?.(changes, () => process.kill(process.pid, 'SIGKILL'));
}

/** As `openStore`, whose way to load a module these processes do not have. */
function storeAt(address: string): Store {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(address) ?? [];
  return bucket ? load('../store/s3Store').s3Store({ bucket, prefix }) : directoryStore(address);
}
