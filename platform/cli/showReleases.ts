import { findIntact, listNumbers } from '../release/readReleases';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { describePages, describeRelease } from './describeRelease';
import { addFigures, formatReleases, listReleases, printable } from './listReleases';
import { openStoreAt } from './openStoreAt';
import { openBeside } from './openBeside';
import { log } from './repository';

interface ReleasesValues {
  to: string;
  previews?: string;
  previewHost: string;
  json?: true;
  field?: string;
  errors?: string;
}

/**
 * Prints the releases and previews, the description of one release, or the errors of one app.
 *
 * @param name the number or id of the release to describe
 */
export async function showReleases(
  name: string | undefined,
  { to, previews: named, previewHost, json, field: fieldAt, errors }: ReleasesValues,
): Promise<void> {
  const store = await openStoreAt(to);
  const field = await openBeside(to, 'field', fieldAt);
  if (errors !== undefined) {
    const { listErrors } = await import('./listErrors');
    for (const line of await listErrors(store, field, errors)) log(printable(line));
    return;
  }
  if (name) {
    const { release, before } = await findNamed(store, name);
    for (const line of await describeRelease(store, release, before)) log(line);
    for (const line of describePages(release, before)) log(line);
    return;
  }
  const beside = [await openBeside(to, 'previews', named), await openBeside(to, 'drafts')].filter(
    (one) => one !== undefined,
  );
  const listed = await listReleases(store, beside, previewHost);
  await addFigures(listed, store, field);
  if (json) log(JSON.stringify(listed, null, 2));
  else for (const line of formatReleases(listed)) log(line);
}

/** @throws Error if the named release does not exist, or if its file is damaged */
async function findNamed(
  store: Store,
  name: string,
): Promise<{ release: Release; before: Release | undefined }> {
  const number = /^\d{1,15}$/.test(name)
    ? Number(name)
    : (await listReleases(store)).find(({ release }) => release === name)?.number;
  let damage: string | undefined;
  const found = number && (await findIntact(store, number, (line) => (damage = line)));
  if (found) {
    const earlier = (await listNumbers(store)).find((one) => one < number);
    const before = earlier && (await findIntact(store, earlier));
    return { release: found, before: before || undefined };
  }
  throw new Error(
    damage ??
      `Release ${name} does not exist or has been removed. List the releases: npm run deploy -- releases.`,
  );
}
