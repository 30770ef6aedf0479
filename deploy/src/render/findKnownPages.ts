import type { KnownPage } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { BackendError } from './BackendError';
import type { LoadedArtifact } from '../build/readArtifact';
import { renderable } from './renderable';
import type { Release } from '../release/Release';
import { readKnownPagesInChild } from './renderInChild';

interface KnownPagesOptions {
  /** The builds of the whole resulting set. */
  set: LoadedArtifact[];
  /** The apps whose pages are rendered or refreshed. */
  apps: Set<string>;
  live: Release | undefined;
  backendUrl: string | undefined;
  log: (line: string) => void;
}

/**
 * The pages behind patterns, by app: of those that are rendered or refreshed from the backend, of the others, and
 * while the backend cannot be read, those of the live release.
 *
 * @throws Error if a remote fails by itself
 */
export async function findKnownPages(options: KnownPagesOptions): Promise<Record<string, KnownPage[]>> {
  const { set, apps, live, backendUrl, log } = options;
  const known = knownBefore(live);
  const asked = set.filter(({ artifact }) => apps.has(artifact.app) && hasPattern(artifact));
  if (!backendUrl || asked.length === 0) return known;
  const shell = set.filter(({ artifact }) => !artifact.remote);
  try {
    const job = { apps: [...shell, ...asked].map(renderable), backendUrl };
    return { ...known, ...(await readKnownPagesInChild(job)) };
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    log(`The backend cannot be read, so page heads stay as they are. ${error.message}`);
    return known;
  }
}

/** The pages behind patterns that the live release has, by app. */
export function knownBefore(live: Release | undefined): Record<string, KnownPage[]> {
  const known: Record<string, KnownPage[]> = {};
  for (const { app, known: page } of Object.values(live?.pages ?? {})) {
    if (page) (known[app] ??= []).push(page);
  }
  return known;
}

function hasPattern({ remote }: Artifact): boolean {
  return remote?.paths.some((path) => path.includes('/:')) ?? false;
}
