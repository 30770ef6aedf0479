import { crc32 } from 'node:zlib';
import { queryText } from '@site/shared/api/calls';
import type { Call } from '@site/shared/remote';
import { formerCalls } from '../release/migrations/formerCalls';
import type { Release } from '../release/Release';
import type { SiteSource } from './SiteSource';

/** How a request below `/api` is judged: by whether a page may send it, to this path or with this query. */
export type Judgement = 'allowed' | 'unknown path' | 'unknown query';

/** Judges what is sent, as it is sent: the path still encoded, the query with its `?` or empty. */
export type AllowedCalls = (method: string, path: string, query: string) => Judgement;

/** What visitors may ask of one collection. */
interface Access {
  isRead: boolean;
  isForm: boolean;
  /** The queries of its lists, behind the number of the page. */
  lists: Set<string>;
  /** The fields by which one of its records is found. */
  fields: Set<string>;
}

const RECORDS = /^\/api\/collections\/(\w+)\/records(\/\w+)?$/;
const FILE = /^\/api\/files\/(\w+)\/\w+\/\w[\w.-]*$/;
const LIST_QUERY = /^\?page=[1-9]\d?(.*)$/;
const ONE_QUERY = /^\?filter=(\w+)%3D%27[\w-]{1,255}%27$/;
const THUMB_QUERY = /^\?thumb=(\w+)$/;

/**
 * The calls of the backend that a release allows (§7), and health. Everything is compared letter by letter, so that no
 * server reads another call than was judged: no other spelling of a call is that call. Any other query would let a
 * visitor choose what the backend works on: one filter that compares long texts costs it many seconds.
 */
export function allowedCalls({ calls }: Pick<Release, 'calls'>): AllowedCalls {
  const all = calls ? calls.flatMap((one) => one.calls ?? formerCalls) : formerCalls;
  const records = accessOf(all);
  const thumbs = thumbsOf(all);

  return (method, path, query) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && path === '/api/health') return query === '' ? 'allowed' : 'unknown query';
    const file = FILE.exec(path)?.[1];
    const sizes = isRead && file !== undefined ? thumbs.get(file) : undefined;
    if (sizes) {
      const size = THUMB_QUERY.exec(query)?.[1];
      return query === '' || (size !== undefined && sizes.has(size)) ? 'allowed' : 'unknown query';
    }
    const [, collection = '', id] = RECORDS.exec(path) ?? [];
    const access = records.get(collection);
    if (isRead && access?.isRead)
      return query === '' || (!id && isQueryOf(access, query)) ? 'allowed' : 'unknown query';
    if (method === 'POST' && access?.isForm && !id) return query === '' ? 'allowed' : 'unknown query';
    return 'unknown path';
  };
}

/**
 * Follows what the live release allows. While it cannot be read, the last one decides; without one, what is returned
 * throws as the source does.
 */
export function followCalls(source: Pick<SiteSource, 'live'>): () => Promise<AllowedCalls> {
  let known: { release: Release; allowed: AllowedCalls } | undefined;
  return async () => {
    const release = await source.live().catch((error: unknown) => {
      if (known) return known.release;
      throw error;
    });
    if (known?.release !== release) known = { release, allowed: allowedCalls(release) };
    return known.allowed;
  };
}

function isQueryOf({ lists, fields }: Access, query: string): boolean {
  const rest = LIST_QUERY.exec(query)?.[1];
  if (rest !== undefined) return lists.has(rest);
  const field = ONE_QUERY.exec(query)?.[1];
  return field !== undefined && fields.has(field);
}

function accessOf(calls: Call[]): ReadonlyMap<string, Access> {
  const records = new Map<string, Access>();
  for (const call of calls) {
    const { collection, kind } = call;
    const none: Access = { isRead: false, isForm: false, lists: new Set(), fields: new Set() };
    const access = records.get(collection) ?? none;
    records.set(collection, access);
    if (kind === 'form') access.isForm = true;
    if (kind !== 'list' && kind !== 'one') continue;
    access.isRead = true;
    if (kind === 'one') access.fields.add(call.field);
    else {
      const query = queryText(call.query);
      access.lists.add(query && `&${query}`);
    }
  }
  return records;
}

/**
 * How addresses of files name a collection. The dashboard's editor puts pictures into a text by the collection's id, which
 * PocketBase makes of its type and its first name.
 */
function namesOf(collection: string): string[] {
  return [collection, ...['base', 'auth', 'view'].map((type) => `pbc_${crc32(type + collection)}`)];
}

/** The sizes of pictures by how a file's address names its collection. */
function thumbsOf(calls: Call[]): ReadonlyMap<string, Set<string>> {
  const thumbs = new Map<string, Set<string>>();
  for (const call of calls) {
    if (call.kind === 'form') continue;
    for (const name of namesOf(call.collection)) {
      const sizes = thumbs.get(name) ?? new Set();
      thumbs.set(name, sizes);
      if (call.kind === 'files') for (const size of call.thumbs) sizes.add(size);
    }
  }
  return thumbs;
}
