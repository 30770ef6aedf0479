import { ApiError } from '@site/shared/api/ApiError';
import { useEffect, useState } from 'react';
import { getProject } from '../../api/getProject';
import type { Project } from '../../api/Project';

type ProjectState =
  | { status: 'loading' }
  | { status: 'loaded'; project: Project }
  | { status: 'notFound' }
  | { status: 'error' };

/**
 * The project with an id: loading, then loaded, not found or failed (§4). Another id starts again; what comes
 * late for an earlier one is ignored.
 */
export function useProject(id: string): ProjectState {
  const [loaded, setLoaded] = useState<{ id: string; state: ProjectState }>();

  useEffect(() => {
    const visit = new AbortController();
    void load(id, visit.signal).then((state) => {
      if (state && !visit.signal.aborted) setLoaded({ id, state });
    });
    return () => visit.abort();
  }, [id]);

  return loaded?.id === id ? loaded.state : { status: 'loading' };
}

/** The state that loading ends in; undefined if the request was aborted, which is ignored (§8). */
async function load(id: string, signal: AbortSignal): Promise<ProjectState | undefined> {
  try {
    const project = await getProject(id, signal);
    return project ? { status: 'loaded', project } : { status: 'notFound' };
  } catch (error) {
    return error instanceof ApiError && error.isAbort ? undefined : { status: 'error' };
  }
}
