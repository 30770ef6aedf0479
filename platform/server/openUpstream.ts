import { Pool, type Dispatcher } from 'undici';
import { boundBodies } from './boundBodies';
import { boundMemory } from './boundMemory';
import { openPlaces } from './openPlaces';
import { receiveAnswer, type Answer, type Failure } from './receiveAnswer';
import { shareReads, type Asker } from './shareReads';

/** How many reads, and how many forms, may run at once: in total, and per visitor. */
const PLACES = { total: 32, perVisitor: 6 };

/**
 * How many files may be sent at once. The limit is higher than for reads, because sending a file to a slow visitor takes a
 * long time.
 */
const FILE_PLACES = { total: 256, perVisitor: 64 };

/** How long a call may wait before it is sent, in milliseconds. */
const WAIT = 5000;

/** How long the backend may take to answer, in milliseconds. */
const ANSWER_LIMIT = 20_000;

/** The memory for all responses, in bytes. It includes responses that visitors are still receiving. */
const ANSWERS = 96 * 1024 * 1024;

export interface UpstreamOptions {
  /** How long the backend may take to answer, in milliseconds. */
  limit?: number;
  /** How long a call may wait before it is sent, in milliseconds. */
  wait?: number;
  /** Called for a backend fault that no visitor can cause. */
  onFault?: (fault: Error) => void;
}

/** The part of a request that is forwarded. */
interface ForwardedRequest {
  /** The raw path with its query. */
  url: string;
  headers: Record<string, string>;
}

/** A response that is streamed to the visitor. */
export interface Stream {
  response: Dispatcher.ResponseData;
  /**
   * Stops counting the file against the limit on files. Call it when the visitor has received everything, or has left.
   */
  end: () => void;
}

/**
 * Opens the connection to the backend that all visitors share. The connection limits how many calls run at once, and how
 * much memory the bodies of requests and responses take. Reads, forms and files have separate limits, so that one kind
 * cannot hold up another.
 *
 * @param backendUrl where PocketBase listens, e.g. `http://127.0.0.1:8090`
 */
export function openUpstream(
  backendUrl: string,
  { limit = ANSWER_LIMIT, wait = WAIT, onFault = () => undefined }: UpstreamOptions = {},
) {
  const backend = new Pool(new URL(backendUrl).origin, {
    headersTimeout: limit,
    bodyTimeout: limit,
    // Connections are not limited here, because `openPlaces` already limits the calls.
    connections: null,
  });
  const hold = boundMemory(ANSWERS);
  const share = shareReads({ takePlace: openPlaces(PLACES), wait });
  const takeFormPlace = openPlaces(PLACES);
  const takeFilePlace = openPlaces(FILE_PLACES);

  return {
    /** Reads the body of a form into memory. */
    readBody: boundBodies(),

    /** Reads data that is the same for every visitor. */
    read({ url, headers }: ForwardedRequest, asker: Asker): Promise<Answer | Failure> {
      const { visitor } = asker;
      const call = { method: 'GET', path: url, headers } as const;
      const ask = () => receiveAnswer(backend, call, { visitor, hold, limit, isAbortable: true, onFault });
      return share(url, asker, ask);
    },

    /** Sends a form. A form that failed is not sent again. */
    async post(
      { url, headers, body }: ForwardedRequest & { body: Buffer },
      { visitor, gone }: Asker,
    ): Promise<Answer | Failure> {
      const leavePlace = await takeFormPlace(visitor, wait, gone);
      if (!leavePlace) return 'busy';
      const call = { method: 'POST', path: url, headers, body } as const;
      const options = { visitor, hold, limit, isAbortable: false, onFault };
      return receiveAnswer(backend, call, options).finally(leavePlace);
    },

    /** Requests a file, or a range of it. */
    async stream(
      { url, headers, method }: ForwardedRequest & { method: 'GET' | 'HEAD' },
      { visitor, gone }: Asker,
    ): Promise<Stream | Failure> {
      const end = await takeFilePlace(visitor, wait, gone);
      if (!end) return 'busy';
      try {
        return { response: await backend.request({ method, path: url, headers }), end };
      } catch {
        end();
        return 'unavailable';
      }
    },

    close: () => backend.destroy(),
  };
}

export type Upstream = ReturnType<typeof openUpstream>;
