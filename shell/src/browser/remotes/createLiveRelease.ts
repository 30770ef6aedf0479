import type { ReleaseManifest } from '@site/shared/remote';

/** How long `/release.json` may take. Milliseconds. */
const ANSWER_LIMIT = 3_000;

/** The release that the visitor sees (perhaps a preview), as far as this tab has loaded it. */
export interface LiveRelease {
  /** Requests the release once, and again only after a failure. */
  load: () => Promise<ReleaseManifest>;
  /** Undefined until it has been loaded. */
  release: ReleaseManifest | undefined;
  /** Asks the server whether the live release differs from the loaded one. */
  isOutdated: () => Promise<boolean>;
}

/** Creates the `LiveRelease` of a tab, which has not loaded anything yet. */
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
