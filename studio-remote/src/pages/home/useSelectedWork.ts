import { useLoaderData } from '@site/shared/router';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useEffect, useState } from 'react';
import { toCard, type CardProject } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';
import { selectWork } from './selectWork';

/**
 * Returns the selected work (§4). If the page was loaded as a document, the work is embedded in it, and the hook requests
 * nothing. After a navigation within the site, the hook returns the work if this visit has already loaded it. Otherwise, the
 * hook requests it.
 *
 * @returns undefined during the request; empty if there is no selected work or the request fails
 */
export function useSelectedWork(): CardProject[] | undefined {
  const embedded = useLoaderData<CardProject[] | undefined>();
  const isHydrated = useIsHydrated();
  // A page that was prerendered without selected work must also hydrate without it.
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

function readBefore(): CardProject[] | undefined {
  return session.list ? selectWork(session.list) : session.selectedWork;
}

async function read(signal: AbortSignal): Promise<CardProject[]> {
  try {
    // Imports `listProjects` on demand, because a page whose HTML already contains the selected projects does not need it.
    const { listProjects } = await import('../../api/listProjects');
    const projects = (await listProjects(signal)).map(toCard);
    updateSession({ list: projects });
    return selectWork(projects);
  } catch {
    return [];
  }
}
