import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startModule } from './startModule';

/** Starts `killedChild` in a process of its own, which waits for its job. */
export async function startKilledChild(): Promise<ChildProcess> {
  const child = startModule(join(import.meta.dirname, 'killedChild.ts'), process.env);
  await once(child, 'message');
  return child;
}
