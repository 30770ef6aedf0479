import { openRenderers, type Renderers } from '../render/openRenderers';
import { DamagedBuildError } from '../store/readBuild';
import type { Plan } from './steps/plan';
import { read, type ReadOptions } from './steps/read';
import { render, type RenderOptions } from './steps/render';
import type { NewParts } from './steps/write';

export interface MakePagesOptions extends ReadOptions, Omit<RenderOptions, 'renderers'> {
  /**
   * Opens renderers for a set of builds, or reuses renderers that were kept (see `keepRenderers`). By default, each call to
   * `makePages` opens its own renderers.
   */
  renderWith?: ((builds: Plan['builds'], load: Plan['load']) => Renderers) | undefined;
}

/**
 * Performs the second and third of a deployment's five steps: reads the data for a plan's pages, and renders the pages that
 * differ from the live ones.
 */
export async function makePages(plan: Plan, options: MakePagesOptions): Promise<NewParts> {
  const { backendUrl, renderWith = openOnce } = options;
  /**
   * The error to throw at the end, if any. If a build cannot be loaded although it is not damaged, the store has failed, and
   * nothing may be published. The error is recorded here, because `read` or `render` may catch it.
   */
  let failure: Error | undefined;
  const load: Plan['load'] = (app) =>
    plan.load(app).catch((error: unknown) => {
      if (!(error instanceof DamagedBuildError)) failure ??= error as Error;
      throw error;
    });
  const renderers = renderWith(plan.builds, load);
  try {
    const data = await read(plan, renderers, options);
    const rendered = await render({ ...plan, load }, data, { ...options, renderers });
    if (!failure) return rendered;
  } catch (error) {
    failure ??= error as Error;
  } finally {
    renderers.close();
  }
  throw failure;

  function openOnce(builds: Plan['builds'], load: Plan['load']): Renderers {
    return openRenderers(builds, load, backendUrl);
  }
}
