import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Asks a PocketBase executable for its version, `0.40.6` for instance. Waits for at most 10 seconds.
 * @throws Error if the program cannot be run or does not answer like PocketBase.
 */
export async function readVersion(binary: string): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['--version'], {
    timeout: 10_000,
    killSignal: 'SIGKILL',
  });
  // PocketBase names itself as its file is named.
  const version = /^\S+ version v?(\d+\.\d+\.\d+)/m.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${binary} --version does not answer like PocketBase.`);
  return version;
}
