import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { auditStore, type Audit, type AuditedFiles, type AuditedRelease } from './auditStore';

export function auditedFiles(store: Store): AuditedFiles {
  return {
    read: (key) => store.read(key),
    keys: async () => (await store.list('', { deep: true })).map(({ key }) => key),
  };
}

/**
 * Checks that every file of the live release is stored and unaltered: its pages in all encodings, their data, their
 * builds, and the existing copies of their pictures.
 *
 * @returns the audit of the store
 * @throws Error that lists every file that is missing or altered
 */
export async function auditWhole(store: Store): Promise<Audit & { live: AuditedRelease }> {
  const { live, problems, ...others } = await auditStore(auditedFiles(store));
  if (live && problems.length === 0) return { live, problems, ...others };
  throw new Error(`${live ? `Release ${live.id}` : 'The store'} is damaged:\n  ${problems.join('\n  ')}`);
}

/** Performs the same checks as `auditWhole`. @returns the live release */
export async function expectWholeStore(store: Store): Promise<Release> {
  return (await auditWhole(store)).live.manifest as Release;
}
