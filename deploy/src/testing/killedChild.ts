import { deploy } from '../commands/deploy';
import { prune } from '../commands/prune';
import { pull } from '../commands/pull';
import { readArtifact } from '../build/readArtifact';
import { rollback } from '../commands/rollback';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';

/** What the process is to do before it is killed. */
export interface KilledJob {
  command: 'deploy' | 'rollback' | 'prune' | 'pull';
  /** The address of the store that it changes. */
  address: string;
  /** The address of the store from which it pulls. */
  from: string;
  /** The folder of the build to deploy. */
  build: string;
  /** Before which change of the store it dies, counted from 1; after the last one it dies by itself too. */
  killAt: number;
}

/** Runs a command on a store and is killed, as by `kill -9`, before one of its changes. Says when it got through. */
process.once('message', (job: KilledJob) => void run(job));
process.send?.('ready');

async function run({ command, address, from, build, killAt }: KilledJob): Promise<void> {
  const store = mortal(await openStore(address, '/'), killAt);
  const log = () => undefined;
  if (command === 'deploy') await deploy({ store, artifacts: [await readArtifact(build)], log });
  if (command === 'rollback') await rollback({ store, app: 'studio-remote', log });
  if (command === 'prune')
    await prune({ store, keepDays: 30, now: new Date(Date.now() + 60 * 86_400_000), log });
  if (command === 'pull') await pull({ from: await openStore(from, '/'), address: from, to: store, log });
  process.send?.('through', () => process.kill(process.pid, 'SIGKILL'));
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
