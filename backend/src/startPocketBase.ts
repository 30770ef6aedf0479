import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent } from '@site/shared/node/endWithParent';
import { checkEnvironment, type Environment } from './checkEnvironment';
import { readVersion } from './findPocketBase';
import { errorMessage } from '@site/shared/node/errorMessage';
import { openSuperuser, superuserFile, type Superuser } from './openSuperuser';
import { pickPort } from './pickPort';
import { writeFileAtomically } from '@site/shared/node/writeFileAtomically';

const BACKEND = resolve(import.meta.dirname, '..');
const START_MS = 60_000;
const STOP_MS = 10_000;
const TAIL_LINES = 20;

export interface StartPocketBaseOptions {
  binary: string;
  /** The directory for the database, uploaded files and the operator's account. It is created if necessary. */
  dataDir: string;
  /** The port on 127.0.0.1; 0 picks a free one. */
  port: number;
  log: (line: string) => void;
  env?: Environment;
  migrationsDir?: string;
  hooksDir?: string;
}

export interface RunningPocketBase {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string;
  dashboardUrl: string;
  superuser: Superuser;
  superuserFile: string;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<unknown>;
  /** Stops the process, and resolves when it has ended. Does nothing if it has ended already. */
  stop: () => Promise<void>;
}

/** The versions of PocketBase and of this project that last opened a data directory. */
interface DataVersion {
  pocketBase: string;
  /** The file names of this project's migrations. */
  migrations: string[];
}

/**
 * Starts PocketBase on 127.0.0.1 with this project's migrations and hooks, and waits until it listens. PocketBase serves
 * only its API and its dashboard, and never outlives this process.
 * @throws Error if the data directory cannot be written, is in use or comes from a newer version
 * @throws Error if PocketBase fails to start, e.g. because the port is in use. The error contains PocketBase's last
 *   output
 */
export async function startPocketBase(options: StartPocketBaseOptions): Promise<RunningPocketBase> {
  const { binary, port, log, env = process.env } = options;
  const { migrationsDir = join(BACKEND, 'pb_migrations'), hooksDir = join(BACKEND, 'pb_hooks') } = options;
  checkEnvironment(env);
  const dataDir = resolve(options.dataDir);
  const superuser = await openSuperuser(dataDir);
  const addressFile = join(dataDir, 'address.json');
  await refuseSecond(dataDir, addressFile);
  const versionFile = join(dataDir, 'data-version.json');
  const migrations = (await readdir(migrationsDir)).filter((name) => name.endsWith('.js'));
  const version: DataVersion = { pocketBase: await readVersion(binary), migrations };
  await refuseNewer(dataDir, versionFile, version);

  // If `port` is not 0 and the port is in use, PocketBase itself reports the conflict.
  const host = `127.0.0.1:${port || (await pickPort(0))}`;
  const args = [
    'serve',
    `--http=${host}`,
    `--dir=${dataDir}`,
    `--migrationsDir=${migrationsDir}`,
    `--hooksDir=${hooksDir}`,
    // This directory never exists, so PocketBase serves no public files.
    `--publicDir=${join(dataDir, 'no-public-files')}`,
    '--indexFallback=false',
    '--automigrate=false',
    '--hooksWatch=false',
  ];
  const program = run(endWithParent(binary, args, 'SIGTERM'), dataDir, env, log);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= program.end().then(() => rm(addressFile, { force: true })));
  try {
    const limit = wait(START_MS, `it has not answered within ${START_MS / 1000} s`, { ref: false });
    const fault = await Promise.race([program.listens, program.ended, limit]);
    if (fault !== undefined) throw new Error(`PocketBase does not start: ${fault}.`);
    await writeFileAtomically(versionFile, JSON.stringify(version), { mode: 0o600 });
    await writeFileAtomically(addressFile, JSON.stringify({ url: `http://${host}` }), { mode: 0o600 });
  } catch (error) {
    await stop();
    const tail = program.tail.join('\n');
    // Another program may have taken the free port since it was picked.
    if (port === 0 && tail.includes('address already in use')) return startPocketBase(options);
    throw new Error(
      `${errorMessage(error)}\nThe last lines that PocketBase printed:\n${tail || '(nothing)'}`,
    );
  }
  void program.ended.then((how) => {
    if (stopping === undefined) log(`PocketBase ended unexpectedly: ${how}.`);
  });
  return {
    url: `http://${host}`,
    dashboardUrl: `http://${host}/_/`,
    superuser,
    superuserFile: superuserFile(dataDir),
    ended: program.ended,
    stop,
  };
}

/**
 * Prevents two PocketBases from using the same data, because each scheduled job would run twice.
 * @throws Error if another PocketBase is already using the data directory
 */
async function refuseSecond(dataDir: string, addressFile: string): Promise<void> {
  const { url } = await readJson<{ url: string }>(addressFile);
  // A killed PocketBase leaves its address file behind, so the file alone does not prove that PocketBase is running.
  const answer =
    url && (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) }).catch(() => null));
  if (!answer || !answer.ok) return;
  throw new Error(
    `Another backend is already using ${dataDir}, at ${url}. Stop it, or set DATA_DIR to another directory.`,
  );
}

/**
 * Prevents an older version of PocketBase or of this project from damaging data that a newer version has opened.
 * PocketBase itself does not check the versions.
 * @throws Error if a newer version last opened the data
 */
async function refuseNewer(dataDir: string, versionFile: string, version: DataVersion): Promise<void> {
  const { pocketBase = '', migrations = [] } = await readJson<DataVersion>(versionFile);
  const unknown = migrations.find((name) => !version.migrations.includes(name));
  let newer: string;
  if (pocketBase.localeCompare(version.pocketBase, 'en', { numeric: true }) > 0) {
    newer = `PocketBase ${pocketBase}, which is newer than ${version.pocketBase}`;
  } else if (unknown !== undefined) {
    newer = `a newer version of this project, with the migration ${unknown}`;
  } else return;
  throw new Error(
    `The data in ${dataDir} was last opened by ${newer}. Start that version, or restore an older backup.`,
  );
}

async function readJson<T>(path: string): Promise<Partial<T>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Partial<T>;
  } catch {
    return {};
  }
}

function run(command: [string, string[]], cwd: string, env: Environment, log: (line: string) => void) {
  // The child is detached from the terminal's process group. So Ctrl-C reaches only this process, which then stops
  // PocketBase.
  const child = spawn(...command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<string>((settle) => {
    child.once('error', ({ message }) => settle(message));
    child.once('close', (code, signal) => settle(`it ended with ${signal ?? `exit code ${code}`}`));
  });
  const tail: string[] = [];
  const listens = new Promise<undefined>((done) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        if (line.trim() === '') return;
        log(`PocketBase: ${line}`);
        if (tail.push(line) > TAIL_LINES) tail.shift();
        // PocketBase prints this line once it listens. A response on the port would prove nothing, because another program
        // might have sent it.
        if (line.includes('Server started at')) done(undefined);
      });
    }
  });
  async function end(): Promise<void> {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(force);
  }
  return { listens, ended, tail, end };
}
