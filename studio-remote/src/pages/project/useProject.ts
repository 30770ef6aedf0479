import { ApiError } from '@site/shared/api/ApiError';
import { useLoaderData } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { getProject } from '../../api/getProject';
import type { CardProject } from '../projects/toCard';
import { visit } from '../projects/visit';
import { nextProject, type NextProject } from './nextProject';
import type { ShownProject } from './prepareProject';

/** While it is loading, `known` is what a list that has been shown says of it. */
type ProjectState =
  | { status: 'loading'; known: CardProject | undefined }
  | { status: 'loaded'; project: ShownProject }
  | { status: 'notFound' }
  | { status: 'error' };

/**
 * The project with an id. One that is embedded in the page is there at once and read again behind it: only another
 * answer takes its place, no failure does. Else it is loading, then loaded, not found or failed (§4). Another id
 * starts again; what comes late for an earlier one is ignored.
 */
export function useProject(id: string): ProjectState {
  const embedded = useLoaderData<ShownProject | undefined>();
  // What is read again does not know the next one.
  const [delivered] = useState(embedded && { ...embedded, next: undefined });
  const [shown, setShown] = useState<{ id: string; state: ProjectState } | undefined>(
    delivered && { id, state: { status: 'loaded', project: delivered } },
  );

  useEffect(() => {
    const stay = new AbortController();
    void load(id, delivered?.id === id ? delivered : undefined, stay.signal).then((next) => {
      if (!next || stay.signal.aborted) return;
      setShown((now) => {
        const stays = next.status === 'error' || JSON.stringify(next) === JSON.stringify(now?.state);
        return now?.id === id && stays ? now : { id, state: next };
      });
    });
    return () => stay.abort();
  }, [id, delivered]);

  if (shown?.id === id) return shown.state;
  return { status: 'loading', known: visit.shown?.find((project) => project.id === id) };
}

/** The project after one, if that is at hand: embedded in the page, or known from the list. */
export function useNextProject(id: string): NextProject | undefined {
  // A move within the page, as its gallery makes, empties what the router has.
  const [embedded] = useState(useLoaderData<ShownProject | undefined>());
  return embedded?.id === id ? embedded.next : nextProject(visit.shown ?? [], id);
}

/** The state that reading ends in; undefined if the request was aborted, which is ignored (§8). */
async function load(
  id: string,
  delivered: ShownProject | undefined,
  signal: AbortSignal,
): Promise<ProjectState | undefined> {
  try {
    // What makes a text safe is 12 kB of scripts: the page that has its text loads it only for another one.
    const [record, early] = await Promise.all([
      getProject(id, signal),
      delivered ? undefined : loadPreparing(),
    ]);
    if (!record) return { status: 'notFound' };
    if (delivered?.modified && delivered.modified === record.modified) {
      return { status: 'loaded', project: { ...record, longDescription: delivered.longDescription } };
    }
    const { prepareProject } = early ?? (await loadPreparing());
    return { status: 'loaded', project: prepareProject(record, () => window) };
  } catch (error) {
    return error instanceof ApiError && error.isAbort ? undefined : { status: 'error' };
  }
}

function loadPreparing() {
  return import('./prepareProject');
}
