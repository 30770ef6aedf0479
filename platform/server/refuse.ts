import type { FastifyReply } from 'fastify';

/** The value of the `Retry-After` header, in seconds. */
const RETRY_AFTER = '5';

/** Responds to a request under `/api` with an error in PocketBase's format. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ status, message, data: {} });
}

/** Responds with 503 and asks the client to retry later, because too many requests are in progress. */
export function refuseBusy(reply: FastifyReply): FastifyReply {
  return refuse(
    reply.header('retry-after', RETRY_AFTER),
    503,
    'Too many requests at once. Try again in a moment.',
  );
}

/**
 * Responds with 502. Call this function if there is no backend, if the backend does not respond, or if it sends a response
 * that PocketBase would not send. If the reply already has the backend's content type, the content type is removed.
 */
export function refuseUnavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply.removeHeader('content-type'), 502, 'The backend does not answer.');
}
