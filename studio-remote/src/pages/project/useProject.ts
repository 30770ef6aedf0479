import { ApiError } from '@site/shared/api/ApiError';
import { useLoaderData } from '@site/shared/router';
import { useEffect, useState } from 'react';
import { getProject } from '../../api/getProject';
import type { CardProject } from '../../projects/toCard';
import { session } from '../../projects/session';
import { nextProject, type NextProject } from './nextProject';
import type { ShownProject } from './prepareProject';

type ProjectState =
  /** `known` is the part of the project that the list or the home page has already loaded; undefined if there is none. */
  | { status: 'loading'; known: CardProject | undefined }
  | { status: 'loaded'; project: ShownProject }
  | { status: 'notFound' }
  | { status: 'error'; known: CardProject | undefined };

type Outcome = Exclude<ProjectState, { known: unknown }> | { status: 'error' };

/**
 * Loads a project, and finds the next one in the list. A project that the page embeds is returned at once, and requested
 * again in the background. If the response differs, it replaces the embedded project. If the request fails, the embedded
 * project stays. Any other project has the status `loading`, then `loaded`, `notFound` or `error` (§4). A new id starts a
 * new request, and a late response for the previous id is ignored.
 *
 * @returns `next`: the next project, or undefined if it is neither embedded in the page nor known from the list; `retry`: a
 *   function that requests the project again
 */
export function useProject(id: string): {
  state: ProjectState;
  next: NextProject | undefined;
  retry: () => void;
} {
  // The router drops the embedded project when the visitor navigates within the page, for example back from an enlarged
  // picture. Therefore, the state keeps the project.
  const [embedded] = useState(useLoaderData<ShownProject | undefined>());
  const [shown, setShown] = useState<{ id: string; state: Outcome } | undefined>(
    embedded && { id, state: { status: 'loaded', project: embedded } },
  );
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const request = new AbortController();
    void load(id, embedded?.id === id ? embedded : undefined, request.signal).then((next) => {
      if (!next || request.signal.aborted) return;
      setShown((current) => {
        const isFailed = next.status === 'error';
        const isEqual = JSON.stringify(next) === JSON.stringify(current?.state);
        return current?.id === id && (isFailed || isEqual) ? current : { id, state: next };
      });
    });
    return () => request.abort();
  }, [id, embedded, attempt]);

  const next = embedded?.id === id ? embedded.next : nextProject(session.list ?? [], id);
  function retry() {
    setShown(undefined);
    setAttempt(attempt + 1);
  }

  const outcome = shown?.id === id ? shown.state : { status: 'loading' as const };
  if (outcome.status !== 'loading' && outcome.status !== 'error') return { state: outcome, next, retry };
  const seen = [session.list, session.categoryCards, session.selectedWork].flatMap((cards) => cards ?? []);
  return { state: { ...outcome, known: seen.find((project) => project.id === id) }, next, retry };
}

/** Returns the project's new state, or undefined if the request was aborted (§8). */
async function load(
  id: string,
  embedded: ShownProject | undefined,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  try {
    // The sanitiser adds 12 kB of scripts, so a page with an embedded project loads it only if the project has changed.
    const [record, earlySanitiser] = await Promise.all([
      getProject(id, signal),
      embedded ? undefined : loadSanitiser(),
    ]);
    if (!record) return { status: 'notFound' };
    const next = embedded?.next;
    if (embedded?.modified && embedded.modified === record.modified) {
      return { status: 'loaded', project: { ...record, longDescription: embedded.longDescription, next } };
    }
    const { prepareProject } = earlySanitiser ?? (await loadSanitiser());
    return { status: 'loaded', project: { ...prepareProject(record, () => window), next } };
  } catch (error) {
    return error instanceof ApiError && error.isAbort ? undefined : { status: 'error' };
  }
}

function loadSanitiser() {
  return import('./prepareProject');
}
