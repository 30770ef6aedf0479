import type { ReleaseManifest } from '@site/shared/contract';

/** The time limit for requests to `/release.json`, in milliseconds. */
const ANSWER_LIMIT = 3_000;

/** Loads the release that the server is currently serving: the live release or a preview. */
export interface LiveRelease {
  /** Requests the release, unless an earlier request has succeeded or is still running. */
  load: () => Promise<ReleaseManifest>;
  /** Undefined until `load` has succeeded. */
  release: ReleaseManifest | undefined;
  /** Requests the live release again, and returns whether it differs from the release that `load` returned. */
  isOutdated: () => Promise<boolean>;
}

export function createLiveRelease(): LiveRelease {
  let loading: Promise<ReleaseManifest> | undefined;
  const live: LiveRelease = {
    release: undefined,
    load() {
      loading ??= fetchRelease().then(
        (release) => (live.release = release),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    isOutdated: async () => (await fetchRelease()).id !== live.release?.id,
  };
  return live;
}

async function fetchRelease(): Promise<ReleaseManifest> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT);
  const response = await fetch('/release.json', { cache: 'no-store', signal });
  if (!response.ok) throw new Error(`/release.json was answered with status ${response.status}.`);
  return (await response.json()) as ReleaseManifest;
}
