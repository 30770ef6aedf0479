import { ApiError } from '@site/shared/api/ApiError';
import { useLoaderData, useLocation } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { listProjects } from '../../api/listProjects';
import { listCategories } from './listCategories';
import { categoryIn } from './categoryAddress';
import type { CategoryCards } from './CategoryCards';
import { toCard, type CardProject } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';

/** The minimum duration of the loading state, in milliseconds (§4). */
const MINIMUM_LOADING = 300;

export type ProjectsState =
  | { status: 'loading'; categories: string[] }
  | { status: 'loaded'; projects: CardProject[]; categories: string[] }
  | { status: 'error' };

/**
 * Returns the project list. A list that the page embeds, or that has already been loaded during this visit, is returned at
 * once, and requested again in the background. If the response differs, it replaces the list. If the request fails, the list
 * stays (§8). Without a list, the state is `loading` until at least 300 ms after the first paint, then `loaded` or `error`
 * (§4).
 *
 * A category's page embeds only the projects in that category. All other projects are missing until the list has loaded.
 */
export function useProjects(): ProjectsState {
  const embedded = useLoaderData<CardProject[] | CategoryCards | undefined>();
  const requested = categoryIn(useLocation().search);
  const [part] = useState(Array.isArray(embedded) ? undefined : embedded);
  const [available] = useState(Array.isArray(embedded) ? embedded : session.list);
  const [read, setRead] = useState<ProjectsState>();

  useEffect(() => {
    updateSession({ list: available });
    if (part) updateSession({ categoryCards: part.cards });
    const request = new AbortController();
    let frame = 0;
    let timer = 0;
    const minimum = new Promise<void>((resolve) => {
      if (available || part) return resolve();
      const wait = () => (timer = window.setTimeout(resolve, MINIMUM_LOADING));
      // The second frame starts after the first frame has been painted.
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(wait)));
    });
    void Promise.all([load(available, request.signal), minimum]).then(([next]) => {
      if (next && !request.signal.aborted) setRead(next);
    });
    return () => {
      request.abort();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [available, part]);

  const state = read ?? (available && loaded(available));
  const isPart = part?.cards.some(({ category }) => category === requested);
  if (part && isPart && state?.status !== 'loaded')
    return { status: 'loaded', projects: part.cards, categories: part.categories };
  return state ?? { status: 'loading', categories: part?.categories ?? [] };
}

function loaded(projects: CardProject[]): ProjectsState {
  return { status: 'loaded', projects, categories: listCategories(projects) };
}

/**
 * Returns the new state, or undefined if the state must not change. It must not change if the list is the same, if the
 * request was aborted, or if the request failed but `available` can be shown (§8).
 */
async function load(
  available: CardProject[] | undefined,
  signal: AbortSignal,
): Promise<ProjectsState | undefined> {
  try {
    const projects = (await listProjects(signal)).map(toCard);
    if (JSON.stringify(projects) === JSON.stringify(available)) return undefined;
    updateSession({ list: projects });
    return loaded(projects);
  } catch (error) {
    return available || (error instanceof ApiError && error.isAbort) ? undefined : { status: 'error' };
  }
}
