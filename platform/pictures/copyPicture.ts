import { execFile, type ExecFileException } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endWithParent } from '@site/shared/node/endWithParent';
import { PICTURE_WIDTHS, SHARE_SIZE } from '@site/shared/api/pictureCopy';
import type { Copies } from './pictureKeys';

/** The program that makes copies. It has its own process, because an untrusted picture may take a lot of memory and time. */
const CHILD = fileURLToPath(new URL('copyChild.mjs', import.meta.url));

/** The maximum size of the program's output, in bytes. The output contains all copies of a picture in base64. */
const SIZE = 100_000_000;

type CopyOutcome = { copies: Copies<Buffer> } | { refused: string };

/**
 * Makes a picture's copies in a process of its own. If the process takes too long or is killed, a second process tries
 * again. If that one also takes too long or is killed, the picture is refused.
 *
 * @param limit the time limit for each process, in milliseconds
 * @param signal ends the process when aborted
 * @throws Error if `signal` is aborted, or if the process cannot start or exits with an error. In the last two cases, the
 *   machine is at fault rather than the picture, so the picture is not refused
 */
export async function copyPicture(picture: Buffer, limit: number, signal: AbortSignal): Promise<CopyOutcome> {
  try {
    return await runChild(picture, limit, signal).catch((error: unknown) => {
      if (!wasEnded(error, signal)) throw error;
      return runChild(picture, limit, signal);
    });
  } catch (error) {
    if (!wasEnded(error, signal)) throw error;
    return { refused: (error as Error).message };
  }
}

/** Whether an error from `runChild` means that the process exceeded its time limit or was killed, but not by `signal`. */
function wasEnded(error: unknown, signal: AbortSignal): boolean {
  const { killed, signal: killer } = error as ExecFileException;
  return !signal.aborted && Boolean(killed || killer);
}

/** @throws ExecFileException if the program takes too long, is killed, cannot start, or exits with an error */
async function runChild(picture: Buffer, limit: number, signal: AbortSignal): Promise<CopyOutcome> {
  const command = endWithParent(process.execPath, [
    CHILD,
    ...[SHARE_SIZE.width, SHARE_SIZE.height, ...PICTURE_WIDTHS].map(String),
  ]);
  const env = { PATH: process.env.PATH };
  const options = { env, timeout: limit, killSignal: 'SIGKILL', maxBuffer: SIZE, signal } as const;
  const running = promisify(execFile)(...command, options);
  running.child.stdin?.on('error', () => undefined).end(picture);
  try {
    return parseOutcome((await running).stdout);
  } catch (cause) {
    const error = cause as ExecFileException;
    const ended = `ended with ${error.code ?? error.signal}. ${(error.stderr ?? '').slice(-2000)}`;
    const how = error.killed ? `took longer than ${limit / 1000} seconds and was stopped` : ended;
    error.message = `Making its copies ${how}`;
    throw error as Error;
  }
}

function parseOutcome(out: string): CopyOutcome {
  const outcome = JSON.parse(out) as { copies: Copies<string> } | { refused: string };
  if ('refused' in outcome) return { refused: outcome.refused.replace(/\.?\s*$/, '') };
  const decoded = Object.entries(outcome.copies).map(([width, copy]) => [width, Buffer.from(copy, 'base64')]);
  return { copies: Object.fromEntries(decoded) as Copies<Buffer> };
}
