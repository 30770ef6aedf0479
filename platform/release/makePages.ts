import { openRenderers, type Renderers } from '../render/openRenderers';
import type { Plan } from './plan';
import { read, type Data, type ReadOptions } from './read';
import { render, type RenderedRelease, type RenderOptions } from './render';

export interface MakePagesOptions extends ReadOptions, Omit<RenderOptions, 'renderers'> {
  /** Opens the renderers of a set of builds, e.g. with `keepRenderers`. By default, they are closed after this step. */
  renderWith?: ((builds: Plan['builds'], load: Plan['load']) => Renderers) | undefined;
}

/**
 * The second and third of five steps: reads the data for a plan's pages, and renders the pages that differ from the
 * live ones.
 */
export async function makePages(
  plan: Plan,
  options: MakePagesOptions,
): Promise<{ data: Data; rendered: RenderedRelease }> {
  const { backendUrl, renderWith = openOnce } = options;
  const renderers = renderWith(plan.builds, plan.load);
  try {
    const data = await read(plan, renderers, options);
    return { data, rendered: await render(plan, data, { ...options, renderers }) };
  } finally {
    renderers.close();
  }

  function openOnce(builds: Plan['builds'], load: Plan['load']): Renderers {
    return openRenderers(builds, load, backendUrl);
  }
}
