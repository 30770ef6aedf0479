import { ApiError } from '@site/shared/api/ApiError';
import { useEffect, useState } from 'react';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';

/** Milliseconds (§9). */
const MINIMUM_LOADING = 300;

export type ProjectsState =
  { status: 'loading' } | { status: 'loaded'; projects: Project[] } | { status: 'error' };

/** The list that this visit has already shown: a lost connection does not take it away again (§8). */
let shown: Project[] | undefined;

/** The project list: loading for at least 300 ms from mount, then loaded or failed (§4). */
export function useProjects(): ProjectsState {
  const [state, setState] = useState<ProjectsState>({ status: 'loading' });

  useEffect(() => {
    const visit = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const minimum = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MINIMUM_LOADING);
    });
    void Promise.all([load(visit.signal), minimum]).then(([next]) => {
      if (next && !visit.signal.aborted) setState(next);
    });
    return () => {
      visit.abort();
      clearTimeout(timer);
    };
  }, []);

  return state;
}

/** The state that loading ends in; undefined if the request was aborted, which is ignored (§8). */
async function load(signal: AbortSignal): Promise<ProjectsState | undefined> {
  try {
    shown = await listProjects(signal);
    return { status: 'loaded', projects: shown };
  } catch (error) {
    if (error instanceof ApiError && error.isAbort) return undefined;
    if (error instanceof ApiError && error.status === 0 && shown)
      return { status: 'loaded', projects: shown };
    return { status: 'error' };
  }
}
