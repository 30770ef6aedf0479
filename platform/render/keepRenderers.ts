import type { LoadedBuild } from '../store/readBuild';
import { openRenderers, type RenderableApp, type Renderers } from './openRenderers';

type LoadBuild = (app: string) => Promise<LoadedBuild>;

type RenderableBuild = RenderableApp & Pick<LoadedBuild['description'], 'version'>;

/**
 * Opens renderers for successive releases. If neither an app's build nor the shell's build changes, at most one of the app's
 * rendering processes is kept for the next release.
 *
 * @param backendUrl the backend that the apps' sources read
 * @returns `open`, which opens the renderers for a release; and `close`, which ends all processes
 */
export function keepRenderers(backendUrl: string) {
  /** Each app's renderers, by the names and versions of the shell and the app. */
  let kept = new Map<string, Renderers>();
  let loadNow: LoadBuild = () => Promise.reject(new Error('No set of builds has been opened.'));

  return {
    /** Opens the renderers for a set of builds. When they are closed, at most one process per app is kept. */
    open(set: RenderableBuild[], load: LoadBuild): Renderers {
      // If a kept renderer starts another process later, the process must get its builds from the most recent `load`.
      loadNow = load;
      const before = kept;
      kept = new Map();
      const byApp = new Map<string, Renderers>();
      const shells = set.filter(({ remote }) => !remote);
      for (const build of set) {
        const builds = [...new Set([...shells, build])];
        const key = builds.map(({ app, version }) => `${app} ${version}`).join();
        const renderers = before.get(key) ?? openRenderers(builds, (app) => loadNow(app), backendUrl);
        kept.set(key, renderers);
        byApp.set(build.app, renderers);
      }
      for (const [key, renderers] of before) if (!kept.has(key)) renderers.close();
      const reset = () => byApp.forEach((renderers) => renderers.reset());
      return {
        of(app) {
          const renderers = byApp.get(app);
          if (!renderers) throw new Error(`${app} is not in this release.`);
          return renderers.of(app);
        },
        reset,
        close: reset,
      };
    },
    close() {
      for (const renderers of kept.values()) renderers.close();
      kept = new Map();
    },
  };
}
