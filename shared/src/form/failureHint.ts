import { ApiError } from '../api/ApiError';

/** What a visitor can do about a failed submit, besides trying again; undefined if nothing is known. */
export function failureHint(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 413) return 'Your text is too long to send. Please shorten it.';
  if (error.status === 429 || error.status === 503) {
    return `Too many messages came in at once. Please try again in ${waitingTime(error)}.`;
  }
  if (error.status === 0 && !navigator.onLine) {
    return 'You seem to be offline. What you’ve written is kept until you’re back online.';
  }
  return undefined;
}

/** The wait that `Retry-After` gives in seconds. Its other form, a date, would need a correct clock. */
function waitingTime({ originalError }: ApiError): string {
  const { response } = (originalError ?? {}) as { response?: { headers?: Record<string, unknown> } };
  const seconds = Number(response?.headers?.['retry-after']);
  if (!(seconds > 1)) return 'a moment';
  return seconds <= 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
