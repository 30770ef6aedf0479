import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUpTo } from '@site/shared/node/readUpTo';
import { HEARTBEAT, readHeartbeat } from '../release/heartbeat';
import type { Release } from '../release/Release';
import { checksCall } from '../site.config';
import type { SiteSource } from './SiteSource';

/** How long each check may take, in milliseconds. */
const LIMIT = 2000;

/** The maximum length of the backend's list of checks, in bytes. */
const MAX_CHECKS = 64 * 1024;

/** How long a result is reused, in milliseconds. This keeps the number of checks low even if there are many monitors. */
const KEPT = 2000;

/**
 * Adds two routes for health checks. `GET /health/live`, for load balancers, responds with 200 if a release is served, and
 * with 503 otherwise. `GET /health`, for monitors, lists the result of each check, including the backend's own checks. It
 * responds with 200 if all checks pass, and with 503 otherwise. Its results are reused for two seconds.
 *
 * @param directory a directory on the disk whose free space is checked
 */
export function answerHealth(
  app: FastifyInstance,
  source: SiteSource,
  backendUrl: string | undefined,
  directory = '/',
): void {
  app.get('/health/live', async (_request, reply) => {
    const release = await withTimeout(source.live());
    return send(reply, { release: release?.id ?? false });
  });

  let latest: { checks: Promise<object>; expires: number } | undefined;
  app.get('/health', async (_request, reply) => {
    if (!latest || latest.expires <= performance.now()) latest = startChecks();
    return send(reply, await latest.checks);
  });

  function startChecks() {
    const started = { checks: runChecks(source, backendUrl, directory), expires: Infinity };
    started.checks.then(
      () => (started.expires = performance.now() + KEPT),
      () => (started.expires = 0),
    );
    return started;
  }
}

async function runChecks(
  source: SiteSource,
  backendUrl: string | undefined,
  directory: string,
): Promise<object> {
  const [release, heartbeat, files = false, disk = false, backendChecks] = await Promise.all([
    withTimeout(source.live()),
    withTimeout(source.read(HEARTBEAT)),
    withTimeout(source.isIntact()),
    withTimeout(hasRoom(directory)),
    withTimeout(readBackendChecks(backendUrl)),
  ]);
  const { isFresh, hasDamage } = readHeartbeat(heartbeat);
  return {
    ...backendChecks,
    release: release?.id ?? false,
    pages: release !== undefined && !isBehind(release),
    files: files && !hasDamage,
    watch: isFresh,
    disk,
    backend: backendChecks !== undefined,
  };
}

function send(reply: FastifyReply, checks: object): FastifyReply {
  const status = Object.values(checks).every(Boolean) ? 200 : 503;
  return reply.code(status).header('cache-control', 'no-store').send(checks);
}

function isBehind({ behind = {}, unread = [] }: Release): boolean {
  return Object.keys(behind).length + unread.length > 0;
}

/** @returns undefined if the check fails or takes too long */
function withTimeout<Result>(check: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([check.catch(() => undefined), pause(LIMIT, undefined, { ref: false })]);
}

/** Whether the disk that contains a directory has enough free space: 1 GB, or 5% if the disk is smaller than 20 GB. */
async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return bavail * bsize >= Math.min(1e9, (blocks * bsize) / 20);
}

async function readBackendChecks(backendUrl?: string): Promise<Record<string, boolean>> {
  const asked = { redirect: 'error', signal: AbortSignal.timeout(LIMIT) } as const;
  const response = await fetch(`${backendUrl}${checksCall}`, asked);
  const checks = Object.entries(
    JSON.parse(String(await readUpTo(response, { bytes: MAX_CHECKS }))) as object,
  );
  if (!response.ok || checks.length === 0) throw new Error('The backend lists no checks.');
  return Object.fromEntries(checks.map(([name, passes]) => [name, passes === true]));
}
