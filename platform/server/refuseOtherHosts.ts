import type { FastifyInstance } from 'fastify';

/** Matches a `Host` header that names this machine itself. No website can have such a name. */
const OWN = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Refuses every request whose `Host` header does not name this machine. Otherwise, any website could point its own name at
 * 127.0.0.1, and its pages could then read whatever this server sends (DNS rebinding). Call this function before any route
 * is registered.
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
