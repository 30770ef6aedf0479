import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '@site/shared/node/errorMessage';
import fastify from 'fastify';
import { askBackend } from '../release/openReading';
import { draftHeaders } from './draftHeaders';
import { ALL_DRAFTS } from './draftLabel';

/** A local proxy that returns the backend's records together with drafts. */
export interface DraftReads {
  /** The proxy's URL. It contains a secret, and only processes on this machine can reach it. */
  url: string;
  /** Sets which drafts the proxy returns from now on: the one with the given id or, for `ALL_DRAFTS`, all of them. */
  show: (id: string) => void;
  close: () => Promise<unknown>;
}

/**
 * Starts a local proxy to the backend. Through the proxy, sources read what visitors will be able to read once the shown
 * drafts are published. Lists omit the records that a draft replaces. The proxy adds the key to its requests, so the
 * processes that render do not need it.
 *
 * @param key the key with which drafts can be read
 */
export async function openDraftReads(backendUrl: string, key: string): Promise<DraftReads> {
  const secret = `/${randomBytes(16).toString('hex')}`;
  let shown = ALL_DRAFTS;
  const app = fastify();
  app.get(`${secret}/api/*`, async (request, reply) => {
    const address = request.url.slice(`${secret}/api`.length);
    const headers = draftHeaders(key, shown);
    const { status, parsed } = await askBackend(backendUrl, address, undefined, headers);
    return reply.code(status).send(withoutReplaced(parsed ?? {}));
  });
  app.setErrorHandler((error, _request, reply) => reply.code(502).send({ message: errorMessage(error) }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${secret}`,
    show: (id) => void (shown = id),
    close: () => app.close(),
  };
}

function withoutReplaced(list: { items?: { id: string; replaces?: string }[] }): object {
  const replaced = new Set(list.items?.map(({ replaces }) => replaces));
  return { ...list, ...(list.items && { items: list.items.filter(({ id }) => !replaced.has(id)) }) };
}
