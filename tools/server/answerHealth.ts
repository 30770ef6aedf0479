import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { HEARTBEAT, isFresh } from '../release/heartbeat';
import type { Release } from '../release/Release';
import { dutiesCall } from '../site.config';
import type { SiteSource } from './SiteSource';

/** How long each part may take. Milliseconds. */
const LIMIT = 2000;

/** How long what was found is told again, however many ask. Milliseconds. */
const KEPT = 2000;

/**
 * Answers `GET /health/live`, for a balancer: 200 as long as a release is served. And `GET /health`, for a monitor: 200
 * if all is well, with yes or no for each part. Else 503. The backend's duties are named by itself. What it says is at
 * most two seconds old.
 *
 * @param directory on the disk that is looked at
 */
export function answerHealth(
  app: FastifyInstance,
  source: SiteSource,
  backendUrl: string | undefined,
  directory = '/',
): void {
  const live = () => soon(source.live());
  const all = async () => {
    const [shown, heartbeat, whole] = [live(), soon(source.read(HEARTBEAT)), soon(source.isWhole())];
    const [disk = false, duties] = await Promise.all([soon(hasRoom(directory)), soon(askDuties(backendUrl))]);
    const watch = isFresh(await heartbeat);
    const release = await shown;
    const pages = release !== undefined && !isBehind(release);
    const files = (await whole) ?? false;
    const own = { release: release?.id ?? false, pages, files, watch, disk };
    return { ...duties, ...own, backend: duties !== undefined };
  };
  let found: { parts: Promise<object>; until: number } | undefined;
  const look = () => {
    const looking = { parts: all(), until: Infinity };
    const keep = () => (looking.until = performance.now() + KEPT);
    looking.parts.then(keep, () => (looking.until = 0));
    return looking;
  };
  app.get('/health/live', async (_request, reply) => send(reply, { release: (await live())?.id ?? false }));
  app.get('/health', async (_request, reply) => {
    if (!found || found.until <= performance.now()) found = look();
    return send(reply, await found.parts);
  });
}

function send(reply: FastifyReply, parts: object): FastifyReply {
  const status = Object.values(parts).every(Boolean) ? 200 : 503;
  return reply.code(status).header('cache-control', 'no-store').send(parts);
}

/** Whether pages of a release could not be rendered, or show older data than the backend has. */
function isBehind({ failed = {}, unread = [] }: Release): boolean {
  return Object.keys(failed).length + unread.length > 0;
}

/** Undefined if it fails, or takes too long. */
function soon<Part>(part: Promise<Part>): Promise<Part | undefined> {
  return Promise.race([part.catch(() => undefined), pause(LIMIT, undefined, { ref: false })]);
}

/** Whether a gigabyte is free, or a twentieth of a small disk. */
async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return bavail * bsize >= Math.min(1e9, (blocks * bsize) / 20);
}

async function askDuties(backendUrl?: string): Promise<Record<string, boolean>> {
  const answer = await fetch(`${backendUrl}${dutiesCall}`, { signal: AbortSignal.timeout(LIMIT) });
  const said = Object.entries((await answer.json()) as object);
  if (!answer.ok || said.length === 0) throw new Error('It does not say.');
  return Object.fromEntries(said.map(([duty, isDone]) => [duty, isDone === true]));
}
