import type { ReleaseManifest } from '@site/shared/remote';

/** How long `/release.json` may take. Milliseconds. */
const ANSWER_LIMIT = 3_000;

/** The release that the visitor sees, a preview included, as far as this tab has loaded it. */
export interface LiveRelease {
  /** Asks the server once, and again only after a failure. */
  load: () => Promise<ReleaseManifest>;
  /** Undefined until it has been loaded. */
  release: ReleaseManifest | undefined;
  /** Asks the server again whether another release is live by now. */
  isOutdated: () => Promise<boolean>;
}

/** What a tab knows of the release: nothing yet. */
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
