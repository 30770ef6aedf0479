import type { AxiosError } from 'axios';
import { isObject } from '../isObject';
import { site } from '../site';
import { ApiError } from './ApiError';
import { queryText, type Query } from './queryText';

/** The time limit for a request, in milliseconds. */
const TIMEOUT = 15_000;

type JsonObject = Record<string, unknown>;

const running = new Map<string, AbortController>();

// In browsers, axios loads early, so that the first request does not have to wait for it. If loading fails, the first
// request tries again.
if (typeof document !== 'undefined') import('axios').catch(() => undefined);

/**
 * Sends a GET request to the backend and returns the response's body. Aborts an identical request that is still running
 * (§8).
 *
 * @param path the path relative to the API's base URL, e.g. `/collections/projects/records`
 * @throws ApiError for every failure, including a response that is not a JSON object
 */
export async function get(path: string, query: Query = {}, signal?: AbortSignal): Promise<JsonObject> {
  const search = queryText(query);
  const url = site.apiBase + path + (search && `?${search}`);
  return send('GET', url, undefined, signal);
}

/**
 * Sends a record to the backend (§7). Aborts an earlier POST to the same path that is still running (§8).
 *
 * @param path the path relative to the API's base URL, e.g. `/collections/form_submits/records`
 * @throws ApiError for every failure. If the backend rejects the record, the error's `response` describes each rejected
 *   field. A response that is not a JSON object also counts as a failure, because it may be the sign-in page of a Wi-Fi
 *   network
 */
export async function post(path: string, body: JsonObject): Promise<void> {
  await send('POST', site.apiBase + path, body);
}

async function send(
  method: 'GET' | 'POST',
  url: string,
  body?: JsonObject,
  signal?: AbortSignal,
): Promise<JsonObject> {
  const key = `${method} ${url}`;
  if (signal?.aborted) throw new ApiError({ url, isAbort: true });

  running.get(key)?.abort();
  const controller = new AbortController();
  running.set(key, controller);
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);

  try {
    const { default: axios } = await import('axios');
    const { status, data } = await axios.request<unknown>({
      method,
      url,
      data: body,
      timeout: TIMEOUT,
      signal: controller.signal,
    });
    if (!isObject(data)) throw new ApiError({ url, status });
    return data;
  } catch (error) {
    throw error instanceof ApiError ? error : toApiError(error, url);
  } finally {
    signal?.removeEventListener('abort', abort);
    if (running.get(key) === controller) running.delete(key);
  }
}

function toApiError(error: unknown, url: string): ApiError {
  const { response, code } = (error ?? {}) as Partial<AxiosError>;
  return new ApiError({
    url,
    status: response?.status ?? 0,
    response: isObject(response?.data) ? response.data : {},
    // axios sets this code only if `send` aborted the request. If the visitor clicks the browser's Stop button, the code is
    // different, and the request counts as failed, because no newer request replaces it.
    isAbort: code === 'ERR_CANCELED',
    originalError: error,
  });
}
