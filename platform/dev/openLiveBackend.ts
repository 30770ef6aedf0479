import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import replyFrom from '@fastify/reply-from';
import { errorMessage } from '@site/shared/node/errorMessage';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { logOnce } from '@site/shared/node/logOnce';
import { answerFromRecords, PICTURE, type RecordRequest, type StoredRecord } from './answerFromRecords';

/** How long the live site may take to respond, in milliseconds. */
const ANSWER_LIMIT = 15_000;

interface LiveBackendOptions {
  /** The live site's address, without a trailing slash. */
  site: string;
  /**
   * The folder of recorded answers. For each collection, the file `<collection>.json` contains a list in PocketBase's
   * format.
   */
  answers: string;
  log: (line: string) => void;
}

/**
 * Creates a server that forwards requests to a live site. If the live site refuses a read, for example because the
 * collection is new, the server responds with the collection's recorded answers, if there are any.
 *
 * @returns the server, which is not listening yet
 */
export async function openLiveBackend({ site, answers, log }: LiveBackendOptions): Promise<FastifyInstance> {
  const app = fastify();
  const once = logOnce(log);
  await app.register(replyFrom, { base: site, disableRequestLogging: true });

  const forward = (reply: FastifyReply, url: string) => reply.from(url, { retryDelay: () => null });

  app.get<RecordRequest>(
    '/api/collections/:collection/records/:id?',
    async ({ params, query, raw }, reply) => {
      const url = raw.url ?? '/';
      const answer = await fetch(site + url, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
      const body = Buffer.from(await answer.arrayBuffer());
      const isRefused = answer.status >= 400 && answer.status < 500;
      const records = isRefused ? await readRecords(answers, params.collection) : undefined;
      const recorded = records && answerFromRecords(records, params, query);
      if (recorded) {
        once.log(`The live site does not answer ${params.collection}. Recorded answers are used instead.`);
        return recorded;
      }
      if (isRefused)
        once.log(
          `The live site answers ${url} with status ${answer.status}. Record an answer in ${join(answers, `${params.collection}.json`)} if its collection is not live yet.`,
        );
      return reply
        .code(answer.status)
        .type(answer.headers.get('content-type') ?? 'application/json')
        .send(body);
    },
  );

  app.get<{ Params: { collection: string } }>('/api/files/:collection/*', async ({ params, raw }, reply) => {
    const records = await readRecords(answers, params.collection);
    return records ? reply.type('image/gif').send(PICTURE) : forward(reply, raw.url ?? '/');
  });

  app.all('/*', ({ raw }, reply) => forward(reply, raw.url ?? '/'));
  return app;
}

/**
 * @returns undefined if the collection has no recorded answers
 * @throws Error that names the file if its content is not a list of records
 */
async function readRecords(folder: string, collection: string): Promise<StoredRecord[] | undefined> {
  const path = join(folder, `${collection}.json`);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { items } = JSON.parse(text) as { items: StoredRecord[] };
    return items.map((record) => ({ ...record, collectionName: collection }));
  } catch (cause) {
    throw new Error(`${path} is not a list in PocketBase's format: ${errorMessage(cause)}`, { cause });
  }
}
