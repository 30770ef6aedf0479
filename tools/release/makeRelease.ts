import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../store/Store';
import { plan, type Change, type Plan } from './plan';
import { backendOf, read, type ReadOptions } from './read';
import type { Release } from './Release';
import { render, type RenderedRelease } from './render';
import { openRenderers } from './renderer/openRenderers';
import type { NewParts } from './write';

export interface MakeOptions extends Change, ReadOptions {
  store: Store;
}

/** A release that is checked and rendered, but not written. */
export interface MadeRelease extends NewParts {
  plan: Plan;
  /** The pages that were rendered for it. */
  pages: RenderedRelease['pages'];
}

/**
 * The first three steps, which write nothing: plan, read, render.
 *
 * @param lost contents that the store has lost, though releases name them
 * @param secret gives the release an id that nobody can guess
 * @returns the live release if it has all of it already
 * @throws Error that says what was refused and why
 */
export async function makeRelease(
  { store, ...options }: MakeOptions,
  { lost = new Set<string>(), secret = false }: { lost?: ReadonlySet<string>; secret?: boolean } = {},
): Promise<MadeRelease | { plan: Plan; unchanged: Release }> {
  const { log } = options;
  const planned = await plan(store, options, log);
  // Any app may have shown the lost data.
  const reads = lost.size > 0 ? planned.set.map(({ artifact }) => artifact.app) : planned.reads;
  const backend = backendOf(options.backendUrl);
  const renderers = openRenderers(planned.set, backend.read);
  try {
    const data = await read({ ...planned, reads }, renderers, backend, options);
    const { release, contents, pages } = await render(planned, data, { store, renderers, lost, secret, log });
    const { live, artifacts } = planned;
    const isSame = isDeepStrictEqual([release.apps, release.pages], [live?.apps, live?.pages]);
    if (live && lost.size === 0 && isSame) return { plan: planned, unchanged: live };
    return {
      plan: planned,
      release,
      contents,
      pages,
      artifacts,
      data: newData(release, data.contents, live, lost),
    };
  } finally {
    renderers.close();
  }
}

/** The data that pages of the release show and those of the live one do not; all of it if the store has lost something. */
function newData(
  { pages }: Release,
  contents: ReadonlyMap<string, string>,
  live: Release | undefined,
  lost: ReadonlySet<string>,
): Map<string, string> {
  const hashesIn = (of: Release['pages'] = {}) =>
    new Set(Object.values(of).flatMap(({ data }) => data ?? []));
  const stored = lost.size > 0 ? new Set<string>() : hashesIn(live?.pages);
  const shown = hashesIn(pages);
  return new Map([...contents].filter(([hash]) => shown.has(hash) && !stored.has(hash)));
}
