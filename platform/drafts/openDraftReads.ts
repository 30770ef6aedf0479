import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { messageOf } from '@site/shared/node/messageOf';
import fastify from 'fastify';
import { askBackend } from '../release/openReading';
import { draftHeaders } from './draftHeaders';
import { ALL_DRAFTS } from './draftLabel';

/** The backend as it looks with drafts. */
export interface DraftReads {
  /** Its URL, which only processes of this machine can reach, and only if they know it. */
  url: string;
  /** Shows one draft, or all of them, from now on. */
  show: (id: string) => void;
  close: () => Promise<unknown>;
}

/**
 * Opens an address where the sources of an app read what visitors will read once a draft, or all drafts, are published. The
 * processes that render do not get the key. A record that another one replaces is left out of lists.
 *
 * @param backendUrl where PocketBase listens
 * @param key the key that reads drafts
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
  app.setErrorHandler((error, _request, reply) => reply.code(502).send({ message: messageOf(error) }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${secret}`,
    show: (id) => void (shown = id),
    close: () => app.close(),
  };
}

/** Leaves records out of a list that another record of the list replaces. */
function withoutReplaced(list: { items?: { id: string; replaces?: string }[] }): object {
  const replaced = new Set(list.items?.map(({ replaces }) => replaces));
  return { ...list, ...(list.items && { items: list.items.filter(({ id }) => !replaced.has(id)) }) };
}
