import fileSystem from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { readWatchNote } from '@site/backend/readWatchNote';
import { deploy } from '../commands/deploy';
import { previewRelease } from '../commands/previewRelease';
import { promote } from '../commands/promote';
import { prune } from '../commands/prune';
import { pull } from '../commands/pull';
import { readArtifact } from '../build/readArtifact';
import { storePicture } from '../pictures/storePicture';
import { rollback } from '../commands/rollback';
import { directoryStore } from '../store/directoryStore';
import type * as S3 from '../store/s3Store';
import type { Store } from '../store/Store';
import { listIds } from '../release/readRelease';
import { restore } from '../commands/restore';
import { watch } from '../commands/watch';
import { tinyPicture } from './tinyPicture';
import { withdraw } from '../commands/withdraw';
import { updateLiveLink } from '../release/updateLiveLink';

/** What the process is to do before it is killed. */
export interface KilledJob {
  command:
    | 'deploy'
    | 'rollback'
    | 'preview'
    | 'promote'
    | 'withdraw'
    | 'restore'
    | 'prune'
    | 'takedown'
    | 'pull'
    | 'follow'
    | 'picture'
    | 'watch';
  /** The address of the store that it changes. */
  address: string;
  /** The address of the store from which it pulls. */
  from: string;
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
  const { command, address, from, build, backendUrl = '', environment, killAt, signal } = job;
  Object.assign(process.env, environment);
  const changes: string[] = [];
  const step = (change: string) => {
    if (changes.push(change) === killAt) process.kill(process.pid, signal ?? 'SIGKILL');
  };
  const store = mortal(storeAt(address), step);
  const log = () => undefined;
  const now = new Date(Date.now() + 60 * 86_400_000);
  const newestPreview = async () => (await listIds(store, 'previews')).at(0) ?? '';
  const oldest = async () => (await listIds(store, 'releases')).at(-1) ?? '';
  if (command === 'deploy') await deploy({ store, artifacts: [await readArtifact(build)], log });
  if (command === 'preview') await previewRelease({ store, artifacts: [await readArtifact(build)], log });
  if (command === 'promote') await promote({ store, id: await newestPreview(), log });
  if (command === 'withdraw') await withdraw({ store, id: await newestPreview(), log });
  if (command === 'restore') await restore({ store, id: await oldest(), log });
  if (command === 'rollback') await rollback({ store, app: 'studio-remote', log });
  if (command === 'prune') await prune({ store, keepDays: 30, now, log });
  if (command === 'takedown') await prune({ store, keepDays: 30, takedown: true, now, log });
  if (command === 'pull') await pull({ from: storeAt(from), address: from, to: store, log });
  if (command === 'follow') await mortalFiles(() => updateLiveLink(store), step);
  if (command === 'picture') await storePicture(store, tinyPicture.name, tinyPicture.copies);
  if (command === 'watch') {
    const dataDir = `${build}-watched-${process.pid}`;
    watch({ store, backendUrl, dataDir, log });
    while (!(await readWatchNote(dataDir))?.hasSucceeded) await pause(20);
  }
  process.send?.(changes, () => process.kill(process.pid, 'SIGKILL'));
}

/** As `openStore`, which imports what it needs in a way that this process does not know. */
function storeAt(address: string): Store {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(address) ?? [];
  if (!bucket) return directoryStore(address);
  // The client for buckets takes as long to load as all the rest.
  const { s3Store } = createRequire(__filename)('../store/s3Store') as typeof S3;
  return s3Store({ bucket, prefix });
}

/** Dies before one of the changes of names in the file system by which a tree is laid out, linked and removed. */
async function mortalFiles(work: () => Promise<void>, step: (change: string) => void): Promise<void> {
  for (const name of ['mkdir', 'link', 'rename', 'symlink', 'rm'] as const) {
    const act = fileSystem[name] as (...given: unknown[]) => Promise<unknown>;
    Object.assign(fileSystem, { [name]: (...given: unknown[]) => (step(name), act(...given)) });
  }
  await work();
}

function mortal(store: Store, step: (change: string) => void): Store {
  const folder = (key: string) => key.split('/')[0] ?? '';
  return {
    ...store,
    write: (key, content) => (step(`write ${folder(key)}`), store.write(key, content)),
    create: (key, content) => (step(`create ${folder(key)}`), store.create(key, content)),
    remove: (key) => (step(`remove ${folder(key)}`), store.remove(key)),
    // What follows the history asks for it first.
    get directory() {
      step('follow');
      return store.directory;
    },
  };
}
