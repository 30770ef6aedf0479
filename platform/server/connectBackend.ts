import replyFrom from '@fastify/reply-from';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a plugin's routes pass requests on to the backend. Each plugin that calls this function gets its own connections.
 *
 * @param connections the maximum number of connections
 * @param limit how long the backend may be silent before a request to it fails, in milliseconds
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
