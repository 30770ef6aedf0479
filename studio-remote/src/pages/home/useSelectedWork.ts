import { useLoaderData } from '@site/shared/router';
import { useIsHydrated } from '@site/shared/ui/useIsHydrated';
import { useEffect, useState } from 'react';
import { toCard, type CardProject } from '../projects/toCard';
import { visit } from '../projects/visit';
import { selectWork } from './selectWork';

/**
 * The work to show; undefined while it is being read. A page that is hydrated shows what is embedded in it, and reads
 * nothing. After a move it is what this visit has seen, or else is read behind the page; if that fails there is none.
 */
export function useSelectedWork(): CardProject[] | undefined {
  const embedded = useLoaderData<CardProject[] | undefined>();
  const isHydrated = useIsHydrated();
  // What is hydrated without work was delivered without any.
  const [work, setWork] = useState(embedded ?? (isHydrated ? atHand() : []));

  useEffect(() => {
    if (embedded) visit.selected = embedded;
    if (work) return undefined;
    const stay = new AbortController();
    void read(stay.signal).then((found) => stay.signal.aborted || setWork(found));
    return () => stay.abort();
  }, [embedded, work]);

  return work;
}

function atHand(): CardProject[] | undefined {
  return visit.shown ? selectWork(visit.shown) : visit.selected;
}

async function read(signal: AbortSignal): Promise<CardProject[]> {
  try {
    // Loaded here alone, so that a page with embedded work does without.
    const { listProjects } = await import('../../api/listProjects');
    visit.shown = (await listProjects(signal)).map(toCard);
    return selectWork(visit.shown);
  } catch {
    return [];
  }
}
