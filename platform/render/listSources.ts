import { errorMessage } from '@site/shared/node/errorMessage';
import { BackendError } from '../release/BackendError';
import { openReading, type Answers } from '../release/openReading';
import type { createRenderer, RouteEntries } from './createRenderer';

export interface ListingFailure {
  message: string;
  /** The HTTP status of the backend's response, or 0 if there was none; absent if the backend did not cause the failure. */
  status?: number;
}

/** The backend's answers, and either the data for an app's pages or the reason why the data could not be read. */
export type Listing = { answers: Answers } & ({ routes: RouteEntries[] } | { failure: ListingFailure });

/** Asks the backend for the data for an app's pages. The result is plain data that can be sent to another process. */
export async function listSources(
  { list }: Pick<ReturnType<typeof createRenderer>, 'list'>,
  backendUrl: string,
): Promise<Listing> {
  const { read, answers } = openReading(backendUrl);
  try {
    return { routes: await list(read), answers };
  } catch (error) {
    return { failure: describeFailure(error), answers };
  }
}

function describeFailure(error: unknown): ListingFailure {
  const message = errorMessage(error);
  return error instanceof BackendError ? { message, status: error.status ?? 0 } : { message };
}
