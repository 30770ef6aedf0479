import { ApiError } from '../api/ApiError';

/**
 * Returns whether the backend may have accepted a request that has failed: either no response came in time, or a successful
 * response came from something other than the backend.
 */
export function isUnconfirmed(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code } = (error.originalError ?? {}) as { code?: unknown };
  return (error.status >= 200 && error.status < 300) || error.status === 504 || code === 'ECONNABORTED';
}
