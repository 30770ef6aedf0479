import { crc32 } from 'node:zlib';
import { queryText } from '@site/shared/api/calls';
import type { Call } from '@site/shared/remote';
import { formerCalls } from '../release/migrations/formerCalls';
import type { Release } from '../release/Release';
import type { SiteSource } from './SiteSource';

/** The verdict on a request below `/api`. */
export type Judgement = 'allowed' | 'unknown path' | 'unknown query';

/** Judges a request by its raw parts: the percent-encoded path, and the query, which starts with `?` or is empty. */
export type AllowedCalls = (method: string, path: string, query: string) => Judgement;

/** What visitors may do with one collection. */
interface Access {
  isRead: boolean;
  isForm: boolean;
  /** The queries that lists may be requested with, without the leading page number. */
  lists: Set<string>;
  /** The fields that a single record may be looked up by. */
  fields: Set<string>;
}

const RECORDS = /^\/api\/collections\/(\w+)\/records(\/\w+)?$/;
const FILE = /^\/api\/files\/(\w+)\/\w+\/\w[\w.-]*$/;
const LIST_QUERY = /^\?page=[1-9]\d?(.*)$/;
const ONE_QUERY = /^\?filter=(\w+)%3D%27[\w-]{1,255}%27$/;
const THUMB_QUERY = /^\?thumb=(\w+)$/;

/**
 * Builds the function that judges backend calls for a release (§7). It allows the release's declared calls and the health
 * check. Requests are compared literally, so the backend cannot interpret a request differently from the judge. Other
 * queries are refused because a visitor could overload the backend with them: one filter on long text keeps the backend
 * busy for seconds.
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
      const isKnownSize = size !== undefined && sizes.has(size);
      return query === '' || isKnownSize ? 'allowed' : 'unknown query';
    }
    const [, collection = '', id] = RECORDS.exec(path) ?? [];
    const access = records.get(collection);
    if (isRead && access?.isRead) {
      const isKnownQuery = !id && isQueryOf(access, query);
      return query === '' || isKnownQuery ? 'allowed' : 'unknown query';
    }
    if (method === 'POST' && access?.isForm && !id) return query === '' ? 'allowed' : 'unknown query';
    return 'unknown path';
  };
}

/**
 * Judges calls by the live release. While that release cannot be read, the last known release applies.
 *
 * @returns a function that returns the current judge. It throws the source's error if no release has been read yet
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
    if (kind === 'list') {
      access.isRead = true;
      const query = queryText(call.query);
      access.lists.add(query && `&${query}`);
    }
    if (kind === 'one') {
      access.isRead = true;
      access.fields.add(call.field);
    }
  }
  return records;
}

/**
 * The names that a file URL may use for a collection: the collection's own name, and its possible ids, because the
 * dashboard's editor embeds pictures by id. PocketBase derives the id from the collection's type and original name.
 */
function namesOf(collection: string): string[] {
  return [collection, ...['base', 'auth', 'view'].map((type) => `pbc_${crc32(type + collection)}`)];
}

/** The declared thumb sizes, by the collection's name in file URLs. */
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
