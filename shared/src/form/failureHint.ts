import { ApiError } from '../api/ApiError';

/** Advice for a visitor whose submission has failed, if there is a better option than trying again at once. */
export interface FailureHint {
  text: string;
  offersEmail?: boolean;
}

/** Returns advice for a failed submission, or undefined if there is no advice for the error. */
export function failureHint(error: unknown): FailureHint | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 413) return { text: 'Your text is too long to send. Please shorten it.' };
  if (error.status === 429 || error.status === 503) {
    const text = `Too many messages came in at once. Please try again in ${waitingTime(error)}.`;
    return { text, offersEmail: true };
  }
  if (error.status === 0 && !navigator.onLine) {
    return { text: 'You seem to be offline. What you’ve written is kept until you’re back online.' };
  }
  return undefined;
}

/**
 * Formats the waiting time from the `Retry-After` header, e.g. as `42 seconds`. Ignores a header that contains a date,
 * because the visitor's clock may be wrong.
 */
function waitingTime({ originalError }: ApiError): string {
  const { response } = (originalError ?? {}) as { response?: { headers?: Record<string, unknown> } };
  const seconds = Number(response?.headers?.['retry-after']);
  if (!(seconds > 1)) return 'a moment';
  return seconds <= 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
