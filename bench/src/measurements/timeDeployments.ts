import { cp } from 'node:fs/promises';
import { timeCommand } from './timeCommand';

/** How often a release is timed for its median. */
export const REPEATS = 5;

interface Timed {
  /** The folder of a directory store in which the app's next build is live, see `buildChanged`. */
  before: string;
  backendUrl: string;
  app: string;
  /** Called after each deployment with the folder of its store. */
  onDeployed: (store: string) => Promise<void>;
}

/**
 * Deploys an app again and again, each time into a copy of a store.
 *
 * @returns how long `npm run deploy` took each time, milliseconds
 */
export async function timeDeployments(
  repository: string,
  { before, backendUrl, app, onDeployed }: Timed,
): Promise<number[]> {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const store = `${before}-${repeat}`;
    await copyStore(before, store);
    times.push(await timeCommand(repository, [app, '--to', store, '--backend', backendUrl]));
    await onDeployed(store);
  }
  return times;
}

/** Copies a directory store with its times, of which ETags are made. */
export async function copyStore(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}
