import type { FastifyInstance } from 'fastify';

/** How long requests that are under way may take when the site closes. Milliseconds. */
const DRAIN_LIMIT = 5000;

/**
 * Lets a site that closes answer what it has been asked before, and what still comes on connections that it keeps; each
 * of these answers ends its connection. New connections are refused at once. When nothing is under way any more, or
 * after the limit, all connections are closed.
 *
 * @param app has `return503OnClosing` off
 * @param limit milliseconds
 */
export function drainOnClose(app: FastifyInstance, limit = DRAIN_LIMIT): void {
  const { server } = app;
  let underWay = 0;
  let isClosing = false;
  const closeIfIdle = () => {
    if (isClosing && underWay === 0) server.closeAllConnections();
  };
  server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      closeIfIdle();
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    setTimeout(() => server.closeAllConnections(), limit).unref();
    // Once it no longer listens. Node itself would wait for connections that have sent no request.
    setImmediate(closeIfIdle);
    done();
  });
}
