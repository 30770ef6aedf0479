import type { FastifyReply } from 'fastify';

/** How long a visitor should wait if the server is busy, in seconds. */
const RETRY_AFTER = '5';

/** Answers a call below `/api` with an error in PocketBase's format. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ status, message, data: {} });
}

/** Answers a call for which there is no room at the moment. */
export function refuseBusy(reply: FastifyReply): FastifyReply {
  return refuse(
    reply.header('retry-after', RETRY_AFTER),
    503,
    'Too many requests at once. Try again in a moment.',
  );
}

/** Answers a call that the backend has not answered, or not as PocketBase does. Its type is not passed on. */
export function refuseUnavailable(reply: FastifyReply): FastifyReply {
  return refuse(reply.removeHeader('content-type'), 502, 'The backend does not answer.');
}
