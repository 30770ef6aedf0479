import { ApiError } from '@site/shared/api/ApiError';
import { useLoaderData } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { getProject } from '../../api/getProject';
import type { CardProject } from '../projects/toCard';
import { visit } from '../projects/visit';
import { nextProject, type NextProject } from './nextProject';
import type { ShownProject } from './prepareProject';

/** While the project is loading, `known` is what the list or the home page knows of it, if it has been shown. */
type ProjectState =
  | { status: 'loading'; known: CardProject | undefined }
  | { status: 'loaded'; project: ShownProject }
  | { status: 'notFound' }
  | { status: 'error' };

/**
 * The project with an id. A project that is embedded in the page is there at once and is read again in the background;
 * a different answer replaces it, a failure does not. Any other project is loading, then loaded, not found or failed
 * (§4). A new id starts again, and a late answer for an earlier id is ignored. With it comes the project after it, if that
 * is at hand: embedded in the page, or known from the list.
 */
export function useProject(id: string): { state: ProjectState; next: NextProject | undefined } {
  // The router drops its data after a move within the page, such as the gallery makes.
  const [embedded] = useState(useLoaderData<ShownProject | undefined>());
  const [shown, setShown] = useState<{ id: string; state: ProjectState } | undefined>(
    embedded && { id, state: { status: 'loaded', project: embedded } },
  );

  useEffect(() => {
    const stay = new AbortController();
    void load(id, embedded?.id === id ? embedded : undefined, stay.signal).then((next) => {
      if (!next || stay.signal.aborted) return;
      setShown((now) => {
        const stays = next.status === 'error' || JSON.stringify(next) === JSON.stringify(now?.state);
        return now?.id === id && stays ? now : { id, state: next };
      });
    });
    return () => stay.abort();
  }, [id, embedded]);

  const next = embedded?.id === id ? embedded.next : nextProject(visit.shown ?? [], id);
  if (shown?.id === id) return { state: shown.state, next };
  const seen = [...(visit.shown ?? []), ...(visit.selected ?? [])];
  return { state: { status: 'loading', known: seen.find((project) => project.id === id) }, next };
}

/** The state that reading ends in; undefined if the request was aborted, which is ignored (§8). */
async function load(
  id: string,
  delivered: ShownProject | undefined,
  signal: AbortSignal,
): Promise<ProjectState | undefined> {
  try {
    // The sanitiser is 12 kB of scripts. A page with embedded text loads it only for a different text.
    const [record, early] = await Promise.all([
      getProject(id, signal),
      delivered ? undefined : loadPreparing(),
    ]);
    if (!record) return { status: 'notFound' };
    const next = delivered?.next;
    if (delivered?.modified && delivered.modified === record.modified) {
      return { status: 'loaded', project: { ...record, longDescription: delivered.longDescription, next } };
    }
    const { prepareProject } = early ?? (await loadPreparing());
    return { status: 'loaded', project: { ...prepareProject(record, () => window), next } };
  } catch (error) {
    return error instanceof ApiError && error.isAbort ? undefined : { status: 'error' };
  }
}

function loadPreparing() {
  return import('./prepareProject');
}
