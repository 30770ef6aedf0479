import replyFrom from '@fastify/reply-from';
import type { FastifyInstance } from 'fastify';

/**
 * Lets the routes of a plugin pass requests on to the backend, over connections of their own.
 *
 * @param connections the maximum number of these connections
 * @param limit how long the backend may take to respond, in milliseconds
 */
export async function connectBackend(
  app: FastifyInstance,
  backendUrl: string,
  connections: number,
  limit: number,
): Promise<void> {
  await app.register(replyFrom, {
    base: new URL(backendUrl).origin,
    disableRequestLogging: true,
    destroyAgent: true,
    undici: { connections, headersTimeout: limit, bodyTimeout: limit },
  });
}
