import type { IncomingMessage } from 'node:http';
import { boundMemory } from './boundMemory';

/**
 * The maximum length of a body, in bytes. Even the longest valid form is shorter: 5000 code points, each written as an
 * escaped surrogate pair.
 */
export const BODY_LIMIT = 128 * 1024;

/** The memory for all request bodies that are being received, in bytes. */
const ALL_BODIES = 16 * 1024 * 1024;

/** A body that has been received. */
export interface Body {
  bytes: Buffer;
  /** Frees the memory. Call it when the body is no longer needed. */
  release: () => void;
}

/**
 * Limits the memory that request bodies take, for all visitors together. Beyond the limit it refuses the oldest unfinished
 * body of the visitor who takes the most memory.
 *
 * @param limit bytes
 */
export function boundBodies(limit = ALL_BODIES) {
  const hold = boundMemory(limit);
  /**
   * Reads the body of a request.
   *
   * @returns the body; 413 if it is longer than BODY_LIMIT; 503 if other bodies need its memory; undefined if the visitor
   *   disconnects
   */
  return function readBody(request: IncomingMessage, visitor: string): Promise<Body | 413 | 503 | undefined> {
    return new Promise((settle) => {
      let chunks: Buffer[] = [];
      let size = 0;
      const end = (outcome: Body | 413 | 503 | undefined) => {
        request.off('data', take).off('end', finish).off('close', abort);
        chunks = [];
        settle(outcome);
      };
      const held = hold(visitor, () => end(503));
      const abort = () => {
        held.release();
        end(undefined);
      };
      const take = (chunk: Buffer) => {
        size += chunk.length;
        if (size > BODY_LIMIT) {
          held.release();
          end(413);
          return;
        }
        chunks.push(chunk);
        held.add(chunk.length);
      };
      const finish = () => {
        held.keep();
        end({ bytes: Buffer.concat(chunks, size), release: held.release });
      };
      request.on('data', take).once('end', finish).once('close', abort);
    });
  };
}
