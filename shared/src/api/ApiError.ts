import { isObject } from '../isObject';

interface ApiFailure {
  url?: string;
  /** The HTTP status; 0 if there was no response. */
  status?: number;
  /** The response's body, or an empty object if the body is missing or not a JSON object. */
  response?: Record<string, unknown>;
  /** Whether the site aborted the request, because a newer request replaced it or the visitor left the page. */
  isAbort?: boolean;
  originalError?: unknown;
}

/**
 * The only type of error that the backend client throws (§3, §8). Its message is the response's message, if there is one.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly url: string;
  readonly status: number;
  readonly response: Record<string, unknown>;
  readonly isAbort: boolean;
  readonly originalError: unknown;

  constructor({ url = '', status = 0, response = {}, isAbort = false, originalError }: ApiFailure = {}) {
    super(chooseMessage(response, isAbort, originalError), { cause: originalError });
    this.url = url;
    this.status = status;
    this.response = response;
    this.isAbort = isAbort;
    this.originalError = originalError;
  }
}

function chooseMessage(response: Record<string, unknown>, isAbort: boolean, originalError: unknown): string {
  if (typeof response.message === 'string' && response.message) return response.message;
  if (isAbort)
    return 'The request was auto-cancelled: a newer one replaced it, or the visitor left the page.';
  if (isLoopbackRefusal(originalError)) {
    return 'The backend refused the connection on ::1. Use the IPv4 address 127.0.0.1 instead of localhost.';
  }
  return 'Something went wrong.';
}

/** Detects a refused connection to ::1. Node may resolve localhost to ::1 even if the backend listens only on 127.0.0.1. */
function isLoopbackRefusal(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { message, cause, errors } = error;
  if (typeof message === 'string' && message.includes('ECONNREFUSED ::1')) return true;
  // If Node has tried several addresses, it throws one error, whose `errors` array has an entry for each address.
  return isLoopbackRefusal(cause) || (Array.isArray(errors) && errors.some(isLoopbackRefusal));
}
