import { useLoaderData } from '@site/shared/router';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useEffect, useState } from 'react';
import { toCard, type CardProject } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';
import { selectWork } from './selectWork';

/**
 * The selected work (§4). A page that is being hydrated uses its embedded data and requests nothing. After a navigation,
 * the hook uses the work that was read earlier in the visit, or else requests it in the background.
 *
 * @returns undefined while the work is requested; empty if there is none or the request fails
 */
export function useSelectedWork(): CardProject[] | undefined {
  const embedded = useLoaderData<CardProject[] | undefined>();
  const isHydrated = useIsHydrated();
  // A page that was delivered without selected work must also hydrate without it.
  const [work, setWork] = useState(embedded ?? (isHydrated ? readBefore() : []));

  useEffect(() => {
    if (embedded) updateSession({ selectedWork: embedded });
    if (work) return undefined;
    const request = new AbortController();
    void read(request.signal).then((found) => request.signal.aborted || setWork(found));
    return () => request.abort();
  }, [embedded, work]);

  return work;
}

/** The selected work that was read earlier in this visit. */
function readBefore(): CardProject[] | undefined {
  return session.list ? selectWork(session.list) : session.selectedWork;
}

async function read(signal: AbortSignal): Promise<CardProject[]> {
  try {
    // Loads `listProjects` on demand, because a page with embedded work does not request the list.
    const { listProjects } = await import('../../api/listProjects');
    const projects = (await listProjects(signal)).map(toCard);
    updateSession({ list: projects });
    return selectWork(projects);
  } catch {
    return [];
  }
}
