import type { IncomingMessage } from 'node:http';
import { boundMemory } from './boundMemory';

/** More than the largest valid request: 5000 code points, each written as an escaped surrogate pair. Bytes. */
export const BODY_LIMIT = 128 * 1024;

/** What bodies under way may take in memory together. Bytes. */
const ALL_BODIES = 16 * 1024 * 1024;

/** A body that has come. */
export interface Body {
  bytes: Buffer;
  /** To be called when it is no longer needed. */
  release: () => void;
}

/**
 * Bounds the bodies that are under way, for all visitors together. If there is no room, the visitor who has the most
 * unfinished ones is refused the one that has been coming for the longest.
 *
 * @param all bytes
 */
export function boundBodies(all = ALL_BODIES) {
  const hold = boundMemory(all);
  /**
   * Reads the body of a request.
   *
   * @returns 413 if it is longer than BODY_LIMIT, 503 if its room is needed; undefined if the visitor breaks off
   */
  return function readBody(request: IncomingMessage, visitor: string): Promise<Body | 413 | 503 | undefined> {
    return new Promise((settle) => {
      let chunks: Buffer[] = [];
      let size = 0;
      const end = (outcome: Body | 413 | 503 | undefined) => {
        request.off('data', take).off('end', finish).off('close', breakOff);
        chunks = [];
        settle(outcome);
      };
      const held = hold(visitor, () => end(503));
      const breakOff = () => {
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
      request.on('data', take).once('end', finish).once('close', breakOff);
    });
  };
}
