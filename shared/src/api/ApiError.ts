import { isObject } from '../isObject';

/** What is known about a request that failed. */
interface ApiFailure {
  /** The requested URL, with its query. */
  url?: string;
  /** The HTTP status; 0 if there was no response. */
  status?: number;
  /** The error response's body; an empty object if the body is missing or is not a JSON object. */
  response?: Record<string, unknown>;
  /** Whether the site aborted the request, because a newer one replaced it or the visitor left the page. */
  isAbort?: boolean;
  /** The error that caused this one. */
  originalError?: unknown;
}

/**
 * The only error that the backend client throws (§3, §8). If the response contains a message from the backend, the error
 * has the same message. Otherwise, the error's message describes what happened.
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
  if (isAbort)
    return 'The request was auto-cancelled: a newer one replaced it, or the visitor left the page.';
  if (isLoopbackRefusal(originalError)) {
    return 'The backend refused the connection on ::1. Use the IPv4 address 127.0.0.1 instead of localhost.';
  }
  return 'Something went wrong.';
}

/** Whether Node resolved localhost to ::1, while the backend listens on 127.0.0.1 only. */
function isLoopbackRefusal(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { message, cause, errors } = error;
  if (typeof message === 'string' && message.includes('ECONNREFUSED ::1')) return true;
  // If Node has tried several addresses, it throws one error with the error of each.
  return isLoopbackRefusal(cause) || (Array.isArray(errors) && errors.some(isLoopbackRefusal));
}
