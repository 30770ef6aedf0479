import { setTimeout as pause } from 'node:timers/promises';
import { createRequire } from 'node:module';
import type * as Deploy from '../release/deploy';
import type * as PreviewRelease from '../release/previewRelease';
import type * as Prune from '../release/prune';
import type * as ReadArtifact from '../store/readArtifact';
import type * as StorePicture from '../release/pictures/storePicture';
import { directoryStore } from '../store/directoryStore';
import type * as S3 from '../store/s3Store';
import type { Store } from '../store/Store';
import { listIds } from '../release/readRelease';
import { HEARTBEAT } from '../release/heartbeat';
import type * as Watch from '../release/watch';
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
  command: 'deploy' | 'rollback' | 'preview' | 'removePreview' | 'prune' | 'takedown' | 'picture' | 'watch';
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

/**
 * Runs a command on a store and is killed, as by `kill -9`, before one of its changes. One that gets through says what
 * it changed: a word for each change, alike for what is alike.
 */
process.once('message', (job: KilledJob) => void run(job));
process.send?.('ready');

async function run(job: KilledJob): Promise<void> {
  const { command, address, build, backendUrl = '', environment, killAt, signal } = job;
  Object.assign(process.env, environment);
  const changes: string[] = [];
  const step = (change: string) => {
    if (changes.push(change) === killAt) process.kill(process.pid, signal ?? 'SIGKILL');
  };
  const store = mortal(storeAt(address), step);
  const log = () => undefined;
  const now = new Date(Date.now() + 60 * 86_400_000);
  const newestPreview = async () => (await listIds(store, 'previews')).at(0) ?? '';
  const artifacts = async () => [await load('../store/readArtifact').readArtifact(build)];
  const { deploy } = load('../release/deploy');
  const { previewRelease, removePreview } = load('../release/previewRelease');
  if (command === 'deploy') await deploy({ store, artifacts: await artifacts(), log });
  if (command === 'rollback') await deploy({ store, back: { app: 'studio-remote' }, log });
  if (command === 'preview') await previewRelease({ store, artifacts: await artifacts(), log });
  if (command === 'removePreview') await removePreview(store, await newestPreview(), log);
  if (command === 'prune') await load('../release/prune').prune({ store, keepDays: 30, now, log });
  if (command === 'takedown')
    await load('../release/prune').prune({ store, keepDays: 30, atOnce: true, now, log });
  if (command === 'picture')
    await load('../release/pictures/storePicture').storePicture(store, tinyPicture.name, tinyPicture.copies);
  if (command === 'watch') {
    load('../release/watch').watch({ store, backendUrl, log });
    while (!(await storeAt(address).read(HEARTBEAT))) await pause(20);
  }
  process.send?.(changes, () => process.kill(process.pid, 'SIGKILL'));
}

/** As `openStore`. */
function storeAt(address: string): Store {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(address) ?? [];
  if (!bucket) return directoryStore(address);
  return load('../store/s3Store').s3Store({ bucket, prefix });
}

function mortal(store: Store, step: (change: string) => void): Store {
  const folder = (key: string) => key.split('/')[0] ?? '';
  return {
    ...store,
    write: (key, content) => (step(`write ${folder(key)}`), store.write(key, content)),
    create: (key, content) => (step(`create ${folder(key)}`), store.create(key, content)),
    remove: (key) => (step(`remove ${folder(key)}`), store.remove(key)),
  };
}
