import type { FastifyReply } from 'fastify';

/** How long clients should wait before they retry if the server is busy, in seconds. */
const RETRY_AFTER = '5';

/** Responds to a call below `/api` with an error in PocketBase's format. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ status, message, data: {} });
}

/** Responds with 503 to a call for which the server has no capacity now. */
export function refuseBusy(reply: FastifyReply): FastifyReply {
  return refuse(
    reply.header('retry-after', RETRY_AFTER),
    503,
    'Too many requests at once. Try again in a moment.',
  );
}

/** Responds with 502 if the backend sent no response, or not one of PocketBase. Its content type is not passed on. */
export function refuseUnavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply.removeHeader('content-type'), 502, 'The backend does not answer.');
}
