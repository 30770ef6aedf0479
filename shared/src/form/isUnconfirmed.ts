import { ApiError } from '../api/ApiError';

/**
 * Returns whether the backend may have accepted a failed request. This is so if no response came in time, or if the response
 * was successful but did not come from the backend.
 */
export function isUnconfirmed(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code } = (error.originalError ?? {}) as { code?: unknown };
  return (error.status >= 200 && error.status < 300) || error.status === 504 || code === 'ECONNABORTED';
}
