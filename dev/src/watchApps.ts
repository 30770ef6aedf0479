import type { BuildState } from './BuildState';
import { watchApp, type WatchedApp } from './watchApp';

interface WatchAppsOptions {
  repository: string;
  apps: string[];
  /** Whether components are exchanged in place. */
  refresh: boolean;
  log: (line: string) => void;
}

/** The apps that are built here. */
export interface WatchedApps {
  apps: WatchedApp[];
  state: () => BuildState;
  /** Waits until nothing is being built. Throws Error after a minute. */
  settled: () => Promise<void>;
  /** Calls back at every change of the state; returns a function that ends it. */
  follow: (listener: (state: BuildState) => void) => () => void;
}

/** How long a build may take. Milliseconds. */
const BUILD_LIMIT = 60_000;

/** Builds apps, and each again at every change of its sources. */
export async function watchApps({ repository, apps, refresh, log }: WatchAppsOptions): Promise<WatchedApps> {
  /** When the builds began that have not ended. */
  const building = new Map(apps.map((app) => [app, Date.now()]));
  const listeners = new Set<(state: BuildState) => void>();
  const watched: WatchedApp[] = [];
  // Not from 0: a page may still show an error of the run before.
  let generation = Date.now();
  const state = (): BuildState => ({ generation, apps: watched.map(({ build }) => build) });
  const tell = (): void => {
    for (const listener of listeners) listener(state());
  };

  for (const app of apps) {
    watched.push(
      await watchApp({
        repository,
        app,
        refresh,
        onChange(change, { errors }) {
          const begun = building.get(app) ?? Date.now();
          if (change === 'begun') return void building.set(app, begun);
          if (change === 'ended') {
            building.delete(app);
            generation += 1;
            if (errors.length === 0) log(`${app}: built in ${Date.now() - begun} ms`);
            else log(`${app}: the build has failed.\n\n${errors.join('\n\n')}\n`);
          }
          tell();
        },
      }),
    );
  }

  return {
    apps: watched,
    state,
    async settled() {
      const deadline = Date.now() + BUILD_LIMIT;
      while (building.size > 0) {
        if (Date.now() > deadline)
          throw new Error(
            `${[...building.keys()].join(', ')}: this has taken ${BUILD_LIMIT / 1000} s and is not built. Save a file to try again.`,
          );
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
