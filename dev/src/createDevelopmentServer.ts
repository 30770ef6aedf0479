import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { messageOf } from '@site/backend/messageOf';
import { SECURITY_HEADERS } from '@site/tools/server/securityHeaders';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import typescript from 'typescript';
import type { BuildState } from './BuildState';
import { PAGE_SCRIPT } from './addPageScript';
import { errorPage } from './errorPage';
import { WATCHED_VERSION } from './openDevelopmentRelease';
import type { WatchedApps } from './watchApps';

/**
 * The headers of production, so that what they forbid is noticed here; but no Integrity-Policy, because what will
 * replace a module of an open page is not known when the page is made.
 */
const HEADERS = Object.fromEntries(
  Object.entries(SECURITY_HEADERS).filter(([name]) => name !== 'integrity-policy'),
);

/** Which builds an answer is of; at its end there may be newer ones. */
const BUILDS = 'x-builds';

/**
 * A server of the apps that are built here and of the news about them. Its caller adds what serves the pages.
 * Not listening yet.
 */
export async function createDevelopmentServer(watched: WatchedApps): Promise<FastifyInstance> {
  const server = fastify({ forceCloseConnections: true });
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ ...HEADERS, 'cache-control': 'no-cache', [BUILDS]: watched.state().generation });
    done();
  });
  server.setErrorHandler((error, _request, reply) => {
    console.error(messageOf(error));
    return reply
      .code(500)
      .removeHeader('content-security-policy')
      .type('text/html; charset=utf-8')
      .send(errorPage(error, Number(reply.getHeader(BUILDS))));
  });
  for (const { build, output } of watched.apps) {
    await server.register(fastifyStatic, {
      root: join(output, 'browser'),
      prefix: `/assets/${build.app}/${WATCHED_VERSION}/`,
      index: false,
      cacheControl: false,
      decorateReply: false,
    });
  }
  const script = await readFile(new URL('client/followBuilds.ts', import.meta.url), 'utf8');
  const target = typescript.ScriptTarget.ES2022;
  const { outputText } = typescript.transpileModule(script, { compilerOptions: { target } });
  server.get(PAGE_SCRIPT, (_request, reply) => reply.type('text/javascript').send(outputText));
  server.get('/__dev/builds', (request, reply) => tellBuilds(watched, request, reply));
  return server;
}

/** Server-sent events: how the builds stand, now and at every change. */
function tellBuilds(watched: WatchedApps, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const tell = (state: BuildState): void => void raw.write(`data: ${JSON.stringify(state)}\n\n`);
  tell(watched.state());
  const leave = watched.follow(tell);
  request.raw.on('close', leave);
}
