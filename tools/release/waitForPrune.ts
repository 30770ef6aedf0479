import { setTimeout as pause } from 'node:timers/promises';
import type { Store, StoredFile } from '../store/Store';

/**
 * The folder in which each prune announces which parts it will remove, as a JSON array. An empty file announces
 * everything.
 */
export const ANNOUNCEMENTS = 'prune/';

/** How long an announcement counts. The prune of an older one was killed. Milliseconds. */
export const ANNOUNCED = 900_000;

/** How often to look whether a prune has ended. Milliseconds. */
const LOOK = 200;

/**
 * Waits until no prune is about to remove any of these parts, 15 minutes at most. A prune announces what it will
 * remove, and then leaves out what manifests and the history name by that time. So a deployment that has written
 * its manifest, waits here, and then finds the parts, keeps them.
 *
 * @param parts as `partsOf` names them
 * @param log told that it waits
 * @returns whether it had to wait
 */
export async function waitForPrune(
  store: Store,
  parts: ReadonlySet<string>,
  log: (line: string) => void = () => undefined,
): Promise<boolean> {
  const awaited = new Set<string>();
  for (const { key } of (await store.walk(ANNOUNCEMENTS)).filter(isUnderWay)) {
    const content = await store.read(key);
    if (content && isAbout(content.toString(), parts)) awaited.add(key);
  }
  if (awaited.size === 0) return false;
  log('Waiting for a prune that may remove something that this needs, 15 minutes at most.');
  const isAwaited = (file: StoredFile) => awaited.has(file.key) && isUnderWay(file);
  do await pause(LOOK);
  while ((await store.walk(ANNOUNCEMENTS)).some(isAwaited));
  return true;
}

/** Whether the prune of an announcement may still be under way. */
export function isUnderWay({ modified }: StoredFile): boolean {
  // An announcement from the future was written before the clock was corrected.
  return Math.abs(Date.now() - modified.getTime()) < ANNOUNCED;
}

function isAbout(announced: string, parts: ReadonlySet<string>): boolean {
  return announced === '' || (JSON.parse(announced) as string[]).some((part) => parts.has(part));
}
