import type { FastifyInstance } from 'fastify';

/** The names of this machine, which no page of another site can have. */
const OWN = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Refuses requests unless their host is a name of this machine. Otherwise, any website could point its own name to
 * 127.0.0.1, and its pages could read what is served here (DNS rebinding). Call this function before any route is
 * registered.
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
