import type { FastifyReply } from 'fastify';

/** The number of seconds after which a client should retry a request that was refused because the server was busy. */
const RETRY_AFTER = '5';

/** Responds to a request below `/api` with an error in PocketBase's format. */
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
 * Responds with 502. The reason is that there is no backend, that the backend has not responded, or that it has sent a
 * response that PocketBase would not send. The content type of that response is not passed on.
 */
export function refuseUnavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply.removeHeader('content-type'), 502, 'The backend does not answer.');
}
