import { ApiError } from '../api/ApiError';

/**
 * Whether a request may have arrived although the backend has not confirmed it: the answer was late, or it was a success that
 * is not the backend's.
 */
export function isUnconfirmed(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code } = (error.originalError ?? {}) as { code?: unknown };
  return (error.status >= 200 && error.status < 300) || error.status === 504 || code === 'ECONNABORTED';
}
