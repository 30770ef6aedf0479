import { Pool, type Dispatcher } from 'undici';
import { boundBodies } from './boundBodies';
import { boundMemory } from './boundMemory';
import { openPlaces } from './openPlaces';
import { receiveAnswer, type Answer, type Failure } from './receiveAnswer';
import { shareReads, type Asker } from './shareReads';

/** How many calls wait for the backend at once, in all and of one visitor: reads, and forms. */
const PLACES = { all: 32, ofOne: 6 };

/** How many files are sent at once: they go through as visitors take them, which may be slowly. */
const FILE_PLACES = { all: 256, ofOne: 64 };

/** How long a call may wait for a place. Milliseconds. */
const WAIT = 5000;

/** How long the backend may take to answer. Milliseconds. */
const ANSWER_LIMIT = 20_000;

/** What answers may take in memory together, also those that visitors are still taking. Bytes. */
const ANSWERS = 96 * 1024 * 1024;

export interface UpstreamOptions {
  /** How long the backend may take to answer. Milliseconds. */
  limit?: number;
  /** How long a call may wait for a place. Milliseconds. */
  wait?: number;
  /** Told of what no visitor can bring about. */
  onFault?: (fault: Error) => void;
}

/** What is passed on of a call. */
interface Passed {
  /** With the query, as it was sent. */
  url: string;
  headers: Record<string, string>;
}

/** An answer that goes through as it comes. */
export interface Stream {
  response: Dispatcher.ResponseData;
  /** To be called when all of it has been taken, or nobody takes it any longer. */
  end: () => void;
}

/**
 * Opens the way to the backend, for all visitors together: how many calls are under way at once, and how much memory
 * bodies and answers take, is bounded. Reads, forms and files have places of their own, so that none holds up another
 * kind.
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
    // As many as there are places.
    connections: null,
  });
  const hold = boundMemory(ANSWERS);
  const share = shareReads({ takePlace: openPlaces(PLACES), wait });
  const takeFormPlace = openPlaces(PLACES);
  const takeFilePlace = openPlaces(FILE_PLACES);

  return {
    /** Reads the body of a form into memory. */
    readBody: boundBodies(),

    /** Reads something that is the same for everybody. */
    read({ url, headers }: Passed, asker: Asker): Promise<Answer | Failure> {
      const { visitor } = asker;
      const call = { method: 'GET', path: url, headers } as const;
      const ask = () => receiveAnswer(backend, call, { visitor, hold, limit, mayGiveUp: true, onFault });
      return share(url, asker, ask);
    },

    /** Sends a form, once. */
    async post(
      { url, headers, body }: Passed & { body: Buffer },
      { visitor, gone }: Asker,
    ): Promise<Answer | Failure> {
      const leavePlace = await takeFormPlace(visitor, wait, gone);
      if (!leavePlace) return 'busy';
      const call = { method: 'POST', path: url, headers, body } as const;
      const options = { visitor, hold, limit, mayGiveUp: false, onFault };
      return receiveAnswer(backend, call, options).finally(leavePlace);
    },

    /** Asks for a file or a part of it. */
    async stream(
      { url, headers, method }: Passed & { method: 'GET' | 'HEAD' },
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
