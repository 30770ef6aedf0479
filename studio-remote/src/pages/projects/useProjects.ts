import { ApiError } from '@site/shared/api/ApiError';
import { useLoaderData } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { listProjects } from '../../api/listProjects';
import { toCard, type CardProject } from './toCard';
import { visit } from './visit';

/** The minimum duration of the loading state, in milliseconds (§9). */
const MINIMUM_LOADING = 300;

export type ProjectsState =
  { status: 'loading' } | { status: 'loaded'; projects: CardProject[] } | { status: 'error' };

/**
 * The project list. A list that is embedded in the page or was shown before is returned at once, and read again in the
 * background: a different list replaces it, a failure does not (§8). If no list is embedded and none was shown before,
 * the list is loading until at least 300 ms after the first paint, and then loaded or failed (§4).
 */
export function useProjects(): ProjectsState {
  const embedded = useLoaderData<CardProject[] | undefined>();
  const [available] = useState(embedded ?? visit.shown);
  const [read, setRead] = useState<ProjectsState>();

  useEffect(() => {
    visit.shown = available;
    const request = new AbortController();
    let frame = 0;
    let timer = 0;
    const minimum = new Promise<void>((resolve) => {
      if (available) return resolve();
      const wait = () => (timer = window.setTimeout(resolve, MINIMUM_LOADING));
      // The second frame starts after the first one has been painted.
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
  }, [available]);

  return read ?? (available ? { status: 'loaded', projects: available } : { status: 'loading' });
}

/** Reads the list and returns the new state; undefined if nothing has changed or the request was aborted (§8). */
async function load(
  available: CardProject[] | undefined,
  signal: AbortSignal,
): Promise<ProjectsState | undefined> {
  try {
    const projects = (await listProjects(signal)).map(toCard);
    if (JSON.stringify(projects) === JSON.stringify(available)) return undefined;
    visit.shown = projects;
    return { status: 'loaded', projects };
  } catch (error) {
    return available || (error instanceof ApiError && error.isAbort) ? undefined : { status: 'error' };
  }
}
