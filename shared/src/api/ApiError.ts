import { isObject } from '../isObject';

/** What is known about a request that failed. */
interface ApiFailure {
  /** The address that was asked, with its query. */
  url?: string;
  /** The HTTP status; 0 if no answer came. */
  status?: number;
  /** The body of the error answer; empty if there was none or if it was not a JSON object. */
  response?: Record<string, unknown>;
  /** Whether the site itself aborted the request, for a newer one or because the visitor left the page. */
  isAbort?: boolean;
  /** The error that caused this one. */
  originalError?: unknown;
}

/**
 * The one error that leaves the backend client (§3, §8). Its message is the backend's own if it gave one, else
 * a sentence about what happened.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly url: string;
  readonly status: number;
  readonly response: Record<string, unknown>;
  readonly isAbort: boolean;
  readonly originalError: unknown;

  constructor({ url = '', status = 0, response = {}, isAbort = false, originalError }: ApiFailure = {}) {
    super(messageOf(response, isAbort, originalError), { cause: originalError });
    this.url = url;
    this.status = status;
    this.response = response;
    this.isAbort = isAbort;
    this.originalError = originalError;
  }
}

function messageOf(response: Record<string, unknown>, isAbort: boolean, originalError: unknown): string {
  if (typeof response.message === 'string' && response.message) return response.message;
  if (isAbort) return 'The request was aborted: it was auto-cancelled by a newer one or by leaving the page.';
  if (isLoopbackRefusal(originalError)) {
    return 'The backend refused the connection on ::1. Use the IPv4 address 127.0.0.1 instead of localhost.';
  }
  return 'Something went wrong.';
}

/** Node resolves localhost to ::1 first, where a backend that listens on 127.0.0.1 only does not answer. */
function isLoopbackRefusal(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { message, cause } = error;
  return (typeof message === 'string' && message.includes('ECONNREFUSED ::1')) || isLoopbackRefusal(cause);
}
