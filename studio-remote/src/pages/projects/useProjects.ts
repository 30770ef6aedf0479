import { ApiError } from '@site/shared/api/ApiError';
import { useLoaderData } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { listProjects } from '../../api/listProjects';
import { toCard, type CardProject } from './toCard';
import { visit } from './visit';

/** Milliseconds (§9). */
const MINIMUM_LOADING = 300;

export type ProjectsState =
  { status: 'loading' } | { status: 'loaded'; projects: CardProject[] } | { status: 'error' };

/**
 * The project list. A list that is embedded in the page, or was shown before, is there at once and is read again in the
 * background; a different list replaces it, a failure does not (§8). Without such a list it is loading for at least
 * 300 ms from their first paint, then loaded or failed (§4).
 */
export function useProjects(): ProjectsState {
  const embedded = useLoaderData<CardProject[] | undefined>();
  const [atHand] = useState(embedded ?? visit.shown);
  const [read, setRead] = useState<ProjectsState>();

  useEffect(() => {
    visit.shown = atHand;
    const stay = new AbortController();
    let [frame, timer] = [0, 0];
    const minimum = new Promise<void>((resolve) => {
      if (atHand) return resolve();
      const wait = () => (timer = window.setTimeout(resolve, MINIMUM_LOADING));
      // The second frame comes after the paint of the first.
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(wait)));
    });
    void Promise.all([load(atHand, stay.signal), minimum]).then(([next]) => {
      if (next && !stay.signal.aborted) setRead(next);
    });
    return () => {
      stay.abort();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [atHand]);

  return read ?? (atHand ? { status: 'loaded', projects: atHand } : { status: 'loading' });
}

/** The state that reading ends in; undefined if nothing changes. An aborted request is ignored (§8). */
async function load(
  atHand: CardProject[] | undefined,
  signal: AbortSignal,
): Promise<ProjectsState | undefined> {
  try {
    const projects = (await listProjects(signal)).map(toCard);
    if (JSON.stringify(projects) === JSON.stringify(atHand)) return undefined;
    visit.shown = projects;
    return { status: 'loaded', projects };
  } catch (error) {
    return atHand || (error instanceof ApiError && error.isAbort) ? undefined : { status: 'error' };
  }
}
