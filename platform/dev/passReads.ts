import type { FastifyInstance } from 'fastify';
import { openAnswers } from '../server/openAnswers';
import type { SiteSource } from '../server/SiteSource';

/** How long the backend may take to respond, in milliseconds. */
const ANSWER_LIMIT = 15_000;

/**
 * Forwards a read to the backend if a source in the newest builds has sent the same read, so that edits to records appear
 * without another build. Any other read gets a 404 response, as in production.
 */
export function passReads(app: FastifyInstance, source: SiteSource, backendUrl: string): void {
  const answers = openAnswers(source);
  app.addHook('onRequest', async ({ method, raw: { url = '' } }, reply) => {
    if (method !== 'GET' || !url.startsWith('/api/collections/')) return;
    if (!(await answers.findAnswer(await source.live(), url.replace(/^\/api/, '')))) return;
    const response = await fetch(backendUrl + url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
    const type = response.headers.get('content-type') ?? 'application/json';
    return reply
      .code(response.status)
      .type(type)
      .send(Buffer.from(await response.arrayBuffer()));
  });
}
