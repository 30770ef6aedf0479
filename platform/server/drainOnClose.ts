import type { FastifyInstance } from 'fastify';

/** How long pending requests may take after the site has begun to close, in milliseconds. */
const DRAIN_LIMIT = 5000;

/**
 * Lets a closing site answer pending requests, and requests that still arrive on open connections. Each response closes its
 * connection. New connections are refused at once. When no request is pending, or after the limit, all connections are
 * closed.
 *
 * @param app must have `return503OnClosing` off
 * @param limit milliseconds
 */
export function drainOnClose(app: FastifyInstance, limit = DRAIN_LIMIT): void {
  const { server } = app;
  let pending = 0;
  let isClosing = false;
  const closeIfIdle = () => {
    if (isClosing && pending === 0) server.closeAllConnections();
  };
  server.on('request', (_request, response) => {
    pending += 1;
    response.once('close', () => {
      pending -= 1;
      closeIfIdle();
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    setTimeout(() => server.closeAllConnections(), limit).unref();
    // Runs once the server no longer listens, because Node does not close connections that never sent a request.
    setImmediate(closeIfIdle);
    done();
  });
}
