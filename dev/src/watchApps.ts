import type { BuildState } from './BuildState';
import { watchApp } from './watchApp';
import type { WatchedApp } from './watchApp';

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
  /** Calls back at every change of the state; gives a function that ends that. */
  follow: (listener: (state: BuildState) => void) => () => void;
  stop: () => Promise<void>;
}

/** How long a build may take. Milliseconds. */
const BUILD_LIMIT = 60_000;

/** Builds apps, and each again at every change of its sources. */
export async function watchApps({ repository, apps, refresh, log }: WatchAppsOptions): Promise<WatchedApps> {
  const building = new Set(apps);
  const listeners = new Set<(state: BuildState) => void>();
  const watched: WatchedApp[] = [];
  const begun = new Map<string, number>();
  let generation = 0;
  const state = (): BuildState => ({ generation, apps: watched.map(({ build }) => build) });
  const tell = (): void => {
    for (const listener of listeners) listener(state());
  };

  for (const app of apps) {
    begun.set(app, Date.now());
    watched.push(
      await watchApp({
        repository,
        app,
        refresh,
        onChange(change) {
          if (change === 'begun') {
            if (!building.has(app)) begun.set(app, Date.now());
            building.add(app);
            return;
          }
          if (change === 'ended') {
            building.delete(app);
            generation += 1;
            report(app);
          }
          tell();
        },
      }),
    );
  }

  function report(app: string): void {
    const errors = watched.find(({ build }) => build.app === app)?.build.errors ?? [];
    if (errors.length === 0) log(`${app}: built in ${Date.now() - (begun.get(app) ?? 0)} ms`);
    else log(`${app}: the build has failed.\n\n${errors.join('\n\n')}\n`);
  }

  return {
    apps: watched,
    state,
    async settled() {
      const deadline = Date.now() + BUILD_LIMIT;
      while (building.size > 0) {
        if (Date.now() > deadline) throw new Error(`${[...building].join(', ')}: building takes too long.`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      await Promise.all(watched.map((app) => app.stop()));
    },
  };
}
