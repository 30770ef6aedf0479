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
 * Responds with 502: there is no backend, or it sent no response, or its response was not one that PocketBase sends. The
 * content type of such a response is not passed on.
 */
export function refuseUnavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply.removeHeader('content-type'), 502, 'The backend does not answer.');
}
