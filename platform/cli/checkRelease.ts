import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { boundToParent } from '@site/shared/node/boundToParent';
import { killGroup } from '@site/shared/node/killGroup';
import { messageOf } from '@site/shared/node/messageOf';
import fastify, { type FastifyInstance } from 'fastify';

import { readData } from '../release/readRelease';
import type { Release } from '../release/Release';
import { answerFromRecords, PICTURE, type Reading, type StoredRecord } from '../server/answerFromRecords';
import { createSite } from '../server/createSite';
import type { SiteSource } from '../server/SiteSource';
import { storeSource } from '../server/storeSource';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** How long a check may take, in milliseconds. */
const LIMIT = 600_000;

/** How long the backend's health check may take, in milliseconds. */
const HEALTH_LIMIT = 5_000;

/** The environment variables that a check inherits. None of them contains credentials. */
const INHERITED = ['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR', 'CI', 'NODE_OPTIONS', 'CHROMIUM_PATH'];

const LOOPBACK = { port: 0, host: '127.0.0.1' };

interface CheckOptions {
  store: Store;
  /** The release to check. It is stored but not live yet. */
  release: Release;
  /**
   * The command for `/bin/sh`. `BASE_URL` is the release's URL, and `PAGE_PATHS` lists the paths of its pages, one per
   * line.
   */
  command: string;
  /** The URL of PocketBase. If PocketBase is unhealthy, reads are answered from the release's data. */
  backendUrl?: string | undefined;
  /** How long the command may take, in milliseconds. */
  limit?: number;
  log: (line: string) => void;
}

/**
 * Serves a release on a loopback port, without forms, and runs a command against it.
 *
 * @throws Error with advice unless the command exits with 0 in time
 */
export async function checkRelease(options: CheckOptions): Promise<void> {
  const { store, release, backendUrl } = options;
  if (backendUrl && (await isHealthy(backendUrl))) return checkServed(options);
  const standIn = await releaseBackend(store, release);
  try {
    await checkServed({ ...options, backendUrl: await standIn.listen(LOOPBACK) });
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
    const origin = await site.listen(LOOPBACK);
    log(`Checking release ${release.id} at ${origin}: ${command}`);
    const paths = Object.values(release.pages).map(({ path }) => path);
    const outcome = await run(command, limit, {
      BASE_URL: origin,
      PAGE_PATHS: paths.filter((path) => !/[:*]/.test(path)).join('\n'),
    });
    if (outcome === '0') return;
    const timedOut = `took longer than ${limit / 1000} seconds and was stopped`;
    const how = outcome === 'time' ? timedOut : `ended with ${outcome}`;
    throw new Error(
      `The check ${how}, so nothing has gone live: ${command}. Fix what it found, or deploy without --check.`,
    );
  } finally {
    await site.close();
  }
}

async function isHealthy(backendUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(HEALTH_LIMIT);
  return fetch(`${backendUrl}/api/health`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @returns the exit code, the name of the signal that ended the command, or `time` if the time limit ended it */
async function run(command: string, limit: number, variables: NodeJS.ProcessEnv): Promise<string> {
  const inherited = INHERITED.filter((name) => name in process.env).map((name) => [name, process.env[name]]);
  const child = spawn(...boundToParent('/bin/sh', ['-c', command]), {
    env: { ...(Object.fromEntries(inherited) as NodeJS.ProcessEnv), ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Gives the command its own process group, so that all its processes can be stopped together.
    detached: true,
  });
  const timeout = AbortSignal.timeout(limit);
  timeout.onabort = () => killGroup(child);
  const ended = await once(child, 'exit').catch((error: unknown) => [messageOf(error)]);
  timeout.onabort = null;
  // Stops background processes of the command.
  killGroup(child);
  const [code, signal] = ended as (string | number | null)[];
  return timeout.aborted ? 'time' : String(code ?? signal);
}

/** A stand-in for PocketBase that answers visitors' reads with the records in a release's data, oldest first. */
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
