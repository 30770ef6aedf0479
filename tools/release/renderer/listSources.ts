import { messageOf } from '@site/backend/messageOf';
import { BackendError } from '../BackendError';
import { openReading, type Answers } from '../openReading';
import type { createRenderer, RouteEntries } from './createRenderer';

/** Why nothing can be said of what fills an app's pages. */
export interface ListingFailure {
  message: string;
  /** Present if the backend could not be read: the status that it answered with, 0 without an answer. */
  status?: number;
}

/** What fills the pages of an app, or why that is not known, and what the backend was asked and answered meanwhile. */
export type Listing = { answers: Answers } & ({ routes: RouteEntries[] } | { failure: ListingFailure });

/** Reads from the backend what fills the pages of an app. Plain data, so that it can cross to another process. */
export async function listSources(
  { list }: Pick<ReturnType<typeof createRenderer>, 'list'>,
  backendUrl: string,
): Promise<Listing> {
  const { read, answers } = openReading(backendUrl);
  try {
    return { routes: await list(read), answers };
  } catch (error) {
    return { failure: failureOf(error), answers };
  }
}

function failureOf(error: unknown): ListingFailure {
  const message = messageOf(error);
  return error instanceof BackendError ? { message, status: error.status ?? 0 } : { message };
}
