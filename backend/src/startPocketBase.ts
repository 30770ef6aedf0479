import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { addressFile } from './addressFile';
import { boundToParent } from './boundToParent';
import { checkEnvironment, type Environment } from './checkEnvironment';
import { messageOf } from './messageOf';
import { openSuperuser, type Superuser } from './openSuperuser';
import { pickPort, portInUse } from './pickPort';
import { readVersion } from './readVersion';
import { recordDataVersion, refuseNewerData } from './refuseNewerData';

const MIGRATIONS_DIR = resolve(import.meta.dirname, '../pb_migrations');
const HOOKS_DIR = resolve(import.meta.dirname, '../pb_hooks');
const START_MS = 60_000;
const STOP_MS = 10_000;
const TAIL_LINES = 20;

export interface StartPocketBaseOptions {
  /** Path of the executable, see findPocketBase. */
  binary: string;
  /** Database, uploaded files and the operator's account; made if it is not there. */
  dataDir: string;
  /** Port on 127.0.0.1; 0 picks a free one. */
  port: number;
  log: (line: string) => void;
  /** What checkEnvironment describes. */
  env?: Environment;
  /** Another directory than this project's. */
  migrationsDir?: string;
  /** Another directory than this project's. */
  hooksDir?: string;
}

/** A PocketBase that answers. */
export interface RunningPocketBase {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string;
  dashboardUrl: string;
  superuser: Superuser;
  /** Resolves when it has ended, whether it was stopped or not. */
  ended: Promise<unknown>;
  /** Stops it and waits for its end; does nothing if it has ended. */
  stop: () => Promise<void>;
}

/**
 * Starts PocketBase on 127.0.0.1 with this project's migrations and hooks, and waits until it answers. It never
 * outlives this process. It serves its API and its dashboard, no other files.
 * @throws Error that says why it does not start: the port is in use, the directory cannot be written or has a running
 *   PocketBase, the data is from a newer version, or the last lines that it printed.
 */
export async function startPocketBase(options: StartPocketBaseOptions): Promise<RunningPocketBase> {
  const { binary, port, log, env = process.env } = options;
  const { migrationsDir = MIGRATIONS_DIR, hooksDir = HOOKS_DIR } = options;
  checkEnvironment(env);
  const dataDir = resolve(options.dataDir);
  const superuser = await openDataDir(dataDir);
  await refuseSecond(dataDir);
  const version = await readVersion(binary);
  await refuseNewerData(dataDir, migrationsDir, version);

  const freePort = await pickPort(port);
  const url = `http://127.0.0.1:${freePort}`;
  const serve = [
    'serve',
    `--http=127.0.0.1:${freePort}`,
    `--dir=${dataDir}`,
    `--migrationsDir=${migrationsDir}`,
    `--hooksDir=${hooksDir}`,
    // A directory that is never made: there are no files to serve.
    `--publicDir=${join(dataDir, 'no-public-files')}`,
    '--indexFallback=false',
    '--automigrate=false',
    '--hooksWatch=false',
  ];
  const child = spawn(...boundToParent(binary, serve, 'SIGTERM'), {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Out of the terminal's process group: Ctrl-C reaches this process, which stops PocketBase in its own time.
    detached: true,
  });
  const output = followOutput(child, log);
  const ended = new Promise<string>((tell) => {
    child.once('error', (error) => tell(error.message));
    child.once('close', (code, signal) => tell(code === null ? `signal ${signal}` : `exit code ${code}`));
  });
  if (child.pid === undefined) throw new Error(`${binary} cannot be run: ${await ended}`);

  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= endChild(child, ended).then(() => addressFile(dataDir).remove()));
  try {
    await Promise.race([
      answers(url, output.isListening),
      ended.then((how) => {
        throw new Error(`PocketBase ended with ${how} before it answered.`);
      }),
    ]);
    await recordDataVersion(dataDir, migrationsDir, version);
    await addressFile(dataDir).write({ url });
  } catch (error) {
    await stop();
    const tail = output.tail();
    const portWasTaken = tail.includes('address already in use');
    // Between the check and the start another program may take a port; of free ones there are more.
    if (portWasTaken && port === 0) return startPocketBase(options);
    const reason = portWasTaken ? portInUse(freePort) : messageOf(error);
    throw new Error(`${reason}\nThe last lines that PocketBase printed:\n${tail || '(nothing)'}`, {
      cause: error,
    });
  }
  void ended.then((how) => {
    if (stopping === undefined) log(`PocketBase ended unexpectedly, with ${how}.`);
  });
  return { url, dashboardUrl: `${url}/_/`, superuser, ended, stop };
}

async function openDataDir(dataDir: string): Promise<Superuser> {
  try {
    await mkdir(dirname(dataDir), { recursive: true });
    // Visitors' data: nobody else on the machine may read it. A web server reads what lies beside it.
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`The data directory ${dataDir} cannot be written: ${messageOf(error)}`, { cause: error });
  }
  return openSuperuser(dataDir);
}

/** Two of them on one database would do each job twice, and the one that stops takes the other's address away. */
async function refuseSecond(dataDir: string): Promise<void> {
  const { url } = (await addressFile(dataDir).read()) ?? {};
  if (url === undefined) return;
  const answer = fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) });
  // The address of one that was killed is still there.
  if (!(await answer.catch(() => undefined))?.ok) return;
  throw new Error(
    `A backend runs on ${dataDir} already, at ${url}. Stop it, or set DATA_DIR to another place.`,
  );
}

function followOutput(child: ChildProcess, log: (line: string) => void) {
  const lines: string[] = [];
  let startListening: () => void;
  const isListening = new Promise<void>((done) => (startListening = done));
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() === '') return;
      lines.push(line);
      if (lines.length > TAIL_LINES) lines.shift();
      // It says so after it has bound the port; what answers on the port before that is another program.
      if (line.includes('Server started at')) startListening();
      log(`PocketBase: ${line}`);
    });
  }
  return { isListening, tail: () => lines.join('\n') };
}

async function answers(url: string, isListening: Promise<void>): Promise<void> {
  const limit = AbortSignal.timeout(START_MS);
  try {
    await Promise.race([isListening, once(limit, 'abort').then(() => limit.throwIfAborted())]);
    const response = await fetch(`${url}/api/health`, { signal: limit });
    if (!response.ok) throw new Error(`PocketBase answers its health check with status ${response.status}.`);
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new Error(`PocketBase did not answer within ${START_MS / 1000} s.`, { cause: error });
  }
}

async function endChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(force);
}
