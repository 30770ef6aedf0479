import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { boundToParent } from '@site/backend/boundToParent';
import { messageOf } from '@site/backend/messageOf';
import fastify, { type FastifyInstance } from 'fastify';
import { killGroup } from '../apart/openChild';
import { readData } from '../release/readRelease';
import type { Release } from '../release/Release';
import { answerFromRecords, PICTURE, type Reading, type StoredRecord } from '../server/answerFromRecords';
import { createSite } from '../server/createSite';
import type { SiteSource } from '../server/SiteSource';
import { storeSource } from '../server/storeSource';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** How long a check may take. Milliseconds. */
const LIMIT = 600_000;

/** How long the backend may take to say that it is there. Milliseconds. */
const HEALTH_LIMIT = 5_000;

/** What a check is told of this process's environment: nothing that could be a key. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR', 'CI', 'NODE_OPTIONS', 'CHROMIUM_PATH'];

const ANYWHERE = { port: 0, host: '127.0.0.1' };

interface CheckOptions {
  store: Store;
  /** The release to check, which is written and not yet live. */
  release: Release;
  /** What the shell runs, with the address in `BASE_URL` and the release's paths in `PAGE_PATHS`, one a line. */
  command: string;
  /** Where PocketBase listens; if it does not answer, what pages read again is answered from the release's data. */
  backendUrl?: string | undefined;
  /** How long the command may take, milliseconds. */
  limit?: number;
  log: (line: string) => void;
}

/**
 * Serves a release on a loopback port and runs a command against it. Forms are not taken there.
 *
 * @throws Error that says what to do unless the command ends in time with 0
 */
export async function checkRelease(options: CheckOptions): Promise<void> {
  const { store, release, backendUrl } = options;
  if (backendUrl && (await isThere(backendUrl))) return checkServed(options);
  const standIn = await releaseBackend(store, release);
  try {
    await checkServed({ ...options, backendUrl: await standIn.listen(ANYWHERE) });
  } finally {
    await standIn.close();
  }
}

async function checkServed(options: CheckOptions): Promise<void> {
  const { store, release, command, backendUrl, limit = LIMIT, log } = options;
  const source: SiteSource = {
    ...storeSource(store),
    live: () => Promise.resolve(release),
  };
  const site = await createSite(source, { backendUrl, takesForms: false });
  try {
    const origin = await site.listen(ANYWHERE);
    log(`Checking release ${release.id} at ${origin} by: ${command}`);
    const paths = Object.values(release.pages).map(({ path }) => path);
    const outcome = await run(command, limit, {
      BASE_URL: origin,
      PAGE_PATHS: paths.filter((path) => !/[:*]/.test(path)).join('\n'),
    });
    if (outcome === '0') return;
    throw new Error(
      `The check ${outcome === 'time' ? `took longer than ${limit / 1000} seconds and was stopped` : `ended with ${outcome}`}, so nothing has gone live: ${command}. Mend what it found, or deploy without --check.`,
    );
  } finally {
    await site.close();
  }
}

async function isThere(backendUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(HEALTH_LIMIT);
  return fetch(`${backendUrl}/api/health`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @returns the exit code, the signal that ended it, or `time` if it was stopped after the limit */
async function run(command: string, limit: number, variables: NodeJS.ProcessEnv): Promise<string> {
  const passedOn = PASSED_ON.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []));
  const child = spawn(...boundToParent('/bin/sh', ['-c', command]), {
    env: { ...(Object.fromEntries(passedOn) as NodeJS.ProcessEnv), ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, which is stopped as one.
    detached: true,
  });
  const late = AbortSignal.timeout(limit);
  late.onabort = () => killGroup(child);
  const ended = await once(child, 'exit').catch((error: unknown) => [messageOf(error)]);
  late.onabort = null;
  // Stops what the command has left in the background.
  killGroup(child);
  const [code, signal] = ended as (string | number | null)[];
  return late.aborted ? 'time' : String(code ?? signal);
}

/** Answers in PocketBase's place what visitors read, from the records in a release's data, oldest first. */
async function releaseBackend(store: Store, release: Release): Promise<FastifyInstance> {
  const records = await readRecords(store, release);
  const app = fastify();
  app.get<Reading>('/api/collections/:collection/records/:id?', ({ params, query }, reply) => {
    return answerFromRecords(records, params, query) ?? reply.code(404).send({ status: 404, data: {} });
  });
  app.get('/api/files/*', (_request, reply) => reply.type('image/gif').send(PICTURE));
  return app;
}

async function readRecords(store: Store, { pages }: Release): Promise<StoredRecord[]> {
  const records = new Map<string, StoredRecord>();
  const hashes = new Set(Object.values(pages).flatMap(({ data }) => data ?? []));
  await forEachParallel(hashes, async (hash) => {
    JSON.parse(await readData(store, hash), (_name, value: unknown) => {
      if (isRecord(value)) records.set(`${value.collectionName}/${value.id}`, value);
      return value;
    });
  });
  return [...records.values()].sort((one, other) => String(one.created).localeCompare(String(other.created)));
}

function isRecord(value: unknown): value is StoredRecord {
  const { id, collectionName } = (value ?? {}) as Partial<Record<keyof StoredRecord, unknown>>;
  return typeof id === 'string' && typeof collectionName === 'string';
}
