import { ApiError } from '../api/ApiError';

/** Whether a request was sent but not answered in time, so that it may have arrived all the same. */
export function isLate(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code } = (error.originalError ?? {}) as { code?: unknown };
  return error.status === 504 || code === 'ECONNABORTED';
}
