import type { ReleaseBlock } from '@site/shared/remote';

/** How long the server may take to say which release is live. Milliseconds. */
const ANSWER_LIMIT = 3_000;

/** The release that the visitor sees, a preview included, as far as this tab has learned it. */
export interface LiveRelease {
  /** Asks the server, once: again only after a failure. */
  learn: () => Promise<ReleaseBlock>;
  known: ReleaseBlock | undefined;
  /** Asks the server again: whether it is another release by now. */
  isOutdated: () => Promise<boolean>;
}

/** Makes what a tab knows of the release: nothing yet. */
export function createLiveRelease(): LiveRelease {
  let learning: Promise<ReleaseBlock> | undefined;
  const live: LiveRelease = {
    known: undefined,
    learn() {
      learning ??= ask().then(
        (release) => (live.known = release),
        (error: unknown) => {
          learning = undefined;
          throw error;
        },
      );
      return learning;
    },
    isOutdated: async () => (await ask()).id !== live.known?.id,
  };
  return live;
}

async function ask(): Promise<ReleaseBlock> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT);
  const response = await fetch('/release.json', { cache: 'no-store', signal });
  if (!response.ok) throw new Error(`/release.json is answered ${response.status}.`);
  return (await response.json()) as ReleaseBlock;
}
