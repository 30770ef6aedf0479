import { fileURLToPath } from 'node:url';
import { messageOf } from '@site/shared/node/messageOf';
import { BrokenChildError, CallError, openChild, type OpenChild } from '../apart/openChild';
import type { Copies } from './pictureKeys';

/** The module that makes copies, in a process of its own: untrusted pictures may take much memory and time. */
const CHILD = fileURLToPath(new URL('makeCopies.ts', import.meta.url));

/** A picture is refused once the process has ended or timed out this many times on that picture. */
const ATTEMPTS = 3;

export type Copier = ReturnType<typeof openCopier>;

/**
 * Makes copies of pictures, one picture at a time, in a process that is started when it is needed.
 *
 * @param limit how long one picture may take, in milliseconds
 * @param signal ends the process
 */
export function openCopier(limit: number, signal: AbortSignal) {
  /** How many times the process has ended or timed out on each picture. */
  const ended = new Map<string, number>();
  let child: OpenChild | undefined;
  const close = () => {
    child?.close();
    child = undefined;
  };
  signal.addEventListener('abort', close);
  return {
    /** Ends the process. The next picture starts a new process. */
    close,
    /**
     * @param name the picture's name, by which failed attempts are counted
     * @returns the copies, or why the picture is refused
     * @throws Error if the copies cannot be made now
     */
    async copy(name: string, picture: Buffer): Promise<{ copies: Copies<Buffer> } | { refused: string }> {
      child ??= openChild({ path: CHILD, work: 'Making its copies' });
      try {
        const copies = Object.entries((await child.ask(picture, { time: limit })) as Copies<string>);
        const decoded = copies.map(([width, copy]) => [width, Buffer.from(copy, 'base64')]);
        return { copies: Object.fromEntries(decoded) as Copies<Buffer> };
      } catch (error) {
        close();
        if (error instanceof BrokenChildError || signal.aborted) throw error;
        const count = (ended.get(name) ?? 0) + 1;
        ended.set(name, count);
        if (!(error instanceof CallError) && count < ATTEMPTS) throw error;
        ended.delete(name);
        return { refused: messageOf(error).replace(/\.\s*$/, '') };
      }
    },
  };
}
