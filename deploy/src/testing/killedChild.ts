import fileSystem from 'node:fs/promises';
import { deploy } from '../commands/deploy';
import { previewRelease } from '../commands/previewRelease';
import { promote } from '../commands/promote';
import { prune } from '../commands/prune';
import { pull } from '../commands/pull';
import { readArtifact } from '../build/readArtifact';
import { rollback } from '../commands/rollback';
import { directoryStore } from '../store/directoryStore';
import { s3Store } from '../store/s3Store';
import type { Store } from '../store/Store';
import { listIds } from '../release/readRelease';
import { restore } from '../commands/restore';
import { withdraw } from '../commands/withdraw';

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
    | 'follow';
  /** The address of the store that it changes. */
  address: string;
  /** The address of the store from which it pulls. */
  from: string;
  /** The folder of the build to deploy. */
  build: string;
  /** Where stores in buckets are found. */
  environment: NodeJS.ProcessEnv;
  /** Before which change of the store it dies, counted from 1; after the last one it dies by itself too. */
  killAt: number;
}

/** Runs a command on a store and is killed, as by `kill -9`, before one of its changes. Says when it got through. */
process.once('message', (job: KilledJob) => void run(job));
process.send?.('ready');

async function run({ command, address, from, build, environment, killAt }: KilledJob): Promise<void> {
  Object.assign(process.env, environment);
  const store = mortal(storeAt(address), killAt);
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
  if (command === 'follow') await mortalFiles(() => store.follow(), killAt);
  process.send?.('through', () => process.kill(process.pid, 'SIGKILL'));
}

/** As `openStore`, which imports what it needs in a way that this process does not know. */
function storeAt(address: string): Store {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(address) ?? [];
  return bucket ? s3Store({ bucket, prefix }) : directoryStore(address);
}

/** Dies before one of the changes of names in the file system by which a tree is laid out, linked and removed. */
async function mortalFiles(work: () => Promise<void>, killAt: number): Promise<void> {
  let changes = 0;
  for (const name of ['mkdir', 'link', 'rename', 'symlink', 'rm'] as const) {
    const act = fileSystem[name] as (...given: unknown[]) => Promise<unknown>;
    Object.assign(fileSystem, {
      [name]: (...given: unknown[]) => {
        changes += 1;
        if (changes === killAt) process.kill(process.pid, 'SIGKILL');
        return act(...given);
      },
    });
  }
  await work();
}

function mortal(store: Store, killAt: number): Store {
  let changes = 0;
  const step = () => {
    changes += 1;
    if (changes === killAt) process.kill(process.pid, 'SIGKILL');
  };
  return {
    ...store,
    write: (key, content) => (step(), store.write(key, content)),
    create: (key, content) => (step(), store.create(key, content)),
    remove: (key) => (step(), store.remove(key)),
    follow: () => (step(), store.follow()),
  };
}
