import { artifactKey } from '../store/storeArtifact';
import { latestNumber, liveRelease } from './liveRelease';
import { IntegrityError } from './parseRelease';
import { publish } from './publish';
import { releaseKey, PREVIEW_ID, readRelease } from './readRelease';
import { buildsOf, type Release } from './Release';
import { missingContents } from './writeRelease';
import type { Store } from '../store/Store';
import type { ChangeOptions } from './ChangeOptions';

/** How often to try again because another deployment took the number. */
const ATTEMPTS = 50;

interface RestoreOptions extends ChangeOptions {
  /** The id of the release. */
  id: string;
}

/**
 * Makes a whole earlier release live again, as the next in history.
 *
 * @throws Error if there is no such release, if something of it has been removed, or if others deploy all the time
 */
export async function restore({ store, id, dryRun, log }: RestoreOptions): Promise<Release> {
  if (PREVIEW_ID.test(id)) throw new Error(`${id} is a preview: npm run deploy -- promote ${id}.`);
  const release = await readRelease(store, id);
  const live = await liveRelease(store).catch((error: unknown) => {
    // Another one is made live instead.
    if (error instanceof IntegrityError) return undefined;
    throw error;
  });
  if (live?.id === id) {
    log(`Release ${id} is live already.`);
    return release;
  }
  if (dryRun) {
    await expectWhole(store, release);
    log(`Would make release ${id} live. Nothing has been written.`);
    return release;
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const number = (await latestNumber(store)) + 1;
    // It becomes young again by it, so that prune spares it.
    await store.write(releaseKey(id), JSON.stringify(release));
    await expectWhole(store, release);
    if (await publish(store, release, number, `restore ${id}`)) {
      log(`Release ${id} is live.`);
      return release;
    }
  }
  throw new Error(`Other deployments were first ${ATTEMPTS} times in a row. Nothing has changed; try again.`);
}

/** @throws Error if pages or builds of a release are not there, which prune or a takedown has removed */
async function expectWhole(store: Store, release: Release): Promise<void> {
  const missing = await missingContents(store, release);
  const builds = await Promise.all([...buildsOf(release)].map((build) => store.read(artifactKey(build))));
  if (missing.size === 0 && builds.every(Boolean)) return;
  throw new Error(
    `Release ${release.id} cannot be made live: some of its pages or builds have been removed. See which builds there are (npm run deploy -- releases), and take those: npm run deploy -- rollback <app> <version>.`,
  );
}
