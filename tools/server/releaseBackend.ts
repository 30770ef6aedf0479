import fastify, { type FastifyInstance } from 'fastify';
import { readData } from '../release/readData';
import type { Release } from '../release/Release';
import { forEachParallel } from '../store/forEachParallel';
import type { Store } from '../store/Store';

/** A record as PocketBase answers it. */
interface StoredRecord {
  id: string;
  collectionName: string;
  created?: unknown;
}

interface Reading {
  Params: { collection: string; id?: string };
  Querystring: { page?: string; perPage?: string; filter?: string };
}

/** What stands for every picture: a transparent point. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Answers in PocketBase's place what visitors read, from the records that are anywhere in a release's data, oldest
 * first. Not listening yet.
 *
 * @throws Error that says what to do if some of the data cannot be read
 */
export async function releaseBackend(store: Store, release: Release): Promise<FastifyInstance> {
  const records = await readRecords(store, release);
  const app = fastify();
  app.get<Reading>('/api/collections/:collection/records/:id?', ({ params, query }, reply) => {
    const known = records.filter(({ collectionName }) => collectionName === params.collection);
    if (params.id !== undefined)
      return known.find(({ id }) => id === params.id) ?? reply.code(404).send({ status: 404, data: {} });
    const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 30)];
    const [, wanted] = /^id='(\w+)'$/.exec(query.filter ?? '') ?? [];
    const found = known.filter(({ id }) => wanted === undefined || id === wanted);
    return { page, perPage, items: found.slice((page - 1) * perPage, page * perPage) };
  });
  app.get('/api/files/*', (_request, reply) => reply.type('image/gif').send(PICTURE));
  return app;
}

async function readRecords(store: Store, { pages }: Release): Promise<StoredRecord[]> {
  const records = new Map<string, StoredRecord>();
  const hashes = new Set(Object.values(pages).flatMap(({ data }) => data ?? []));
  await forEachParallel(hashes, async (hash) => {
    JSON.parse(await readData(store, hash), (_name, value: unknown) => {
      if (isRecord(value)) records.set(`${value.collectionName}/${value.id}`, value);
      return value;
    });
  });
  return [...records.values()].sort((one, other) => String(one.created).localeCompare(String(other.created)));
}

function isRecord(value: unknown): value is StoredRecord {
  const { id, collectionName } = (value ?? {}) as Partial<Record<keyof StoredRecord, unknown>>;
  return typeof id === 'string' && typeof collectionName === 'string';
}
