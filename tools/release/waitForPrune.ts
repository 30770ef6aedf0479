import { setTimeout as pause } from 'node:timers/promises';
import type { Store, StoredFile } from '../store/Store';

/** Below it each prune announces what it will remove: the parts, as a JSON array; or, empty, anything. */
export const ANNOUNCEMENTS = 'prune/';

/** For how long an announcement counts; what is older is of a prune that was killed. Milliseconds. */
export const ANNOUNCED = 900_000;

/** How often to look whether a prune has ended. Milliseconds. */
const LOOK = 200;

/**
 * Waits until no prune is about to remove any of these parts, 15 minutes at most. A prune announces what it will
 * remove, and then leaves out what the manifests and the history name. So whoever has first written what names the
 * parts, and finds them after this, keeps them.
 *
 * @param parts as `partsOf` names them
 * @param log told that it waits
 * @returns whether it had to
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
  // One from the future was written before the clock was put right.
  return Math.abs(Date.now() - modified.getTime()) < ANNOUNCED;
}

function isAbout(announced: string, parts: ReadonlySet<string>): boolean {
  return announced === '' || (JSON.parse(announced) as string[]).some((part) => parts.has(part));
}
