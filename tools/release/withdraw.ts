import { findWhole, listIds, noSuchRelease, releaseKey, PREVIEW_ID } from './readRelease';
import type { ChangeOptions } from './ChangeOptions';

interface WithdrawalOptions extends ChangeOptions {
  /** The id of the preview. */
  id?: string | undefined;
  /** Or its name. */
  name?: string | undefined;
}

type Naming = Pick<WithdrawalOptions, 'store' | 'name' | 'log'>;

/**
 * Takes previews away: whoever is in one sees the live site from then on. Of a name there may be none.
 *
 * @throws Error if there is no preview of the id, or if neither id nor name is given
 */
export async function withdraw({ store, id, name, dryRun, log }: WithdrawalOptions): Promise<void> {
  if (Boolean(id) === Boolean(name)) throw new Error('Say which preview: by its id, or by --name.');
  if (id) {
    expectPreview(id);
    // Also one that is damaged.
    if (!(await store.read(releaseKey(id)))) throw noSuchRelease(id);
  }
  const ids = id ? [id] : await listNamed({ store, name, log });
  if (ids.length === 0) log(`There is no preview named ${name}.`);
  await removePreviews({ store, dryRun, log }, ids);
}

/** Takes away the previews of a name, if there is one, but for the one that replaces them. */
export async function withdrawNamed({ store, name, log }: Naming, replacement?: string): Promise<void> {
  const ids = await listNamed({ store, name, log });
  const others = ids.filter((id) => id !== replacement);
  await removePreviews({ store, log }, others);
}

/** Takes previews away, or what another process has left of them. */
export async function removePreviews({ store, dryRun, log }: ChangeOptions, ids: string[]): Promise<void> {
  for (const id of ids) {
    if (!dryRun) await store.remove(releaseKey(id));
    log(dryRun ? `Would withdraw preview ${id}. Nothing has been changed.` : `Preview ${id} is withdrawn.`);
  }
}

async function listNamed({ store, name, log }: Naming): Promise<string[]> {
  if (!name) return [];
  const ids = await listIds(store, 'previews');
  const previews = await Promise.all(ids.map((id) => findWhole(store, id, log)));
  return ids.filter((_, index) => previews[index]?.name === name);
}

/** @throws Error if the id is not that of a preview, whether there is one or not */
export function expectPreview(id: string): void {
  if (PREVIEW_ID.test(id)) return;
  throw new Error(`${id} is not a preview. See which there are: npm run deploy -- releases.`);
}
