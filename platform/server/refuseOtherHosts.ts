import type { FastifyInstance } from 'fastify';

/** The names of this machine, which no page of another site can have. */
const OWN = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Answers only requests to a name of this machine. Any website can let its own name point to 127.0.0.1, and its pages could
 * then read what is served here. Call it before any route is registered.
 */
export function refuseOtherHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (OWN.test(request.headers.host ?? '')) return done();
    reply
      .code(403)
      .header('cache-control', 'no-store')
      .send('npm run dev answers requests to localhost only. Open http://localhost with the same port.\n');
  });
}
